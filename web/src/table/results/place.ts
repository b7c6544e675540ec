/** Where it is told how the game ended without anything moving for it: over what is free of the table. */

import { freePlace, roomFor, type Box } from "../../layout/freePlace";
import { ALWAYS_READ, CARDS } from "../../ui/keepClear";

const MARGIN = 8; // pixels to the edges of the window
const CLEAR = 4; // and to what lies on the table, besides the gap that every popup keeps
const FINGER = 40; // pixels of what is touched that stay free: 44 with that gap
const WIDTHS = [544, 460, 380, 720, 992, 350, 320, 300]; // that it may have, the best first
const BRIEF_WIDTHS = [460, 380, 544, 720, 350, 320, 300, 280, 260, 240, 220]; // and with its first buttons alone

export interface ResultPlace extends Box {
  isBrief: boolean; // it shows its first buttons alone, and the others on request
  isOnLastTrick: boolean; // it takes the place of the button that shows the last trick, which can be looked at again
}

/** What is kept clear above and below a word or a sign that is touched: as much as a finger needs, of what it reaches around it. */
function reachOf(button: Element, height: number): { above: number; below: number } {
  const { top, bottom } = getComputedStyle(button, "::after");
  const [above, below] = [top, bottom].map((inset) => Math.max(0, -parseFloat(inset) || 0)) as [number, number];
  return { above: Math.min(above, FINGER - height - below), below: Math.min(below, FINGER - height - above) };
}

/** What the panel must not cover, with a margin. */
function boxesOf(board: HTMLElement, panel: HTMLElement, what: string, isHiddenToo = false, isTouched = false): Box[] {
  return [...board.querySelectorAll(what)]
    .filter((one) => !panel.contains(one) && one !== panel && one.checkVisibility({ visibilityProperty: !isHiddenToo }))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .map(({ one, box: { left, top, width, height } }) => {
      const reach = isTouched && one.matches("button") ? reachOf(one, height) : { above: 0, below: 0 };
      const [above, below] = [Math.max(CLEAR, reach.above), Math.max(CLEAR, reach.below)];
      return { left: left - CLEAR, top: top - above, width: width + 2 * CLEAR, height: height + above + below };
    });
}

/** How high the panel is at a width; what is measured is kept, and the panel stays as it is. */
function measure(panel: HTMLElement): (width: number, isBrief: boolean) => number {
  const known = new Map<string, number>();
  return (width, isBrief) => {
    const key = `${width} ${isBrief}`;
    let height = known.get(key);
    if (height === undefined) {
      const [was, wasBrief] = [panel.style.width, panel.classList.contains("brief")];
      panel.style.width = `${width}px`;
      panel.classList.toggle("brief", isBrief);
      known.set(key, (height = panel.offsetHeight));
      panel.style.width = was;
      panel.classList.toggle("brief", wasBrief);
    }
    return height;
  };
}

/**
 * Look for a place that covers nothing, rather for the whole panel than for its first buttons alone; rather one that covers no empty place of the table either, nor the button of the last trick.
 *
 * @param panel - how it ended, drawn anywhere
 * @param board - the table
 * @param isOpened - all of it was asked for: where that covers something, it covers as little as possible
 * @returns the place in the window, or null if there is none
 */
export function placeResult(panel: HTMLElement, board: HTMLElement, isOpened = false): ResultPlace | null {
  const middle = board.querySelector(".centre")!.getBoundingClientRect();
  const main = board.querySelector("main")!.getBoundingClientRect();
  const bottom = board.getBoundingClientRect().bottom;
  if (bottom > window.innerHeight + 1) return null; // the table is scrolled
  const area = { left: MARGIN, top: main.top, width: window.innerWidth - 2 * MARGIN, height: bottom - MARGIN - main.top };
  const near = { left: middle.left + middle.width / 2, top: middle.top + middle.height / 2 };
  const lastTrick = boxesOf(board, panel, ".last", true);
  const least = boxesOf(board, panel, `${ALWAYS_READ}, ${CARDS}, button:not(.last), .pill, .free > span`);
  const read = [...least, ...lastTrick];
  const all = [...read, ...boxesOf(board, panel, "[data-face]")];
  const touched = window.matchMedia("(pointer: coarse)").matches ? boxesOf(board, panel, "button:not(.last)", false, true) : [];
  const ways = lastTrick.length ? [all, read, least] : [all, read];
  const heightOf = measure(panel);
  for (const isBrief of isOpened ? [false] : [false, true]) {
    for (const [more, others] of [touched, []].flatMap((more) => ways.map((others) => [more, others] as const))) {
      for (const width of isBrief ? BRIEF_WIDTHS : WIDTHS) {
        if (width > area.width) continue;
        const found = roomFor({ width, height: heightOf(width, isBrief) }, near, area, [...others, ...more]);
        if (found) return { ...found, isBrief, isOnLastTrick: others === least };
      }
    }
  }
  if (!isOpened) return null;
  const width = WIDTHS.find((one) => one <= area.width && heightOf(one, false) <= area.height) ?? Math.min(WIDTHS[0]!, area.width);
  const height = heightOf(width, false);
  const { left, top } = freePlace({ left: near.left - width / 2, top: near.top - height / 2, width, height }, area, read);
  return { left, top, width, height, isBrief: false, isOnLastTrick: false };
}
