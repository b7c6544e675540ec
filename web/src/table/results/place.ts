/** Where it is told how the game ended without anything moving for it: over what is free of the table. */

import { roomFor, type Box } from "../../layout/freePlace";
import { CARDS, READ } from "../../ui/keepClear";

const MARGIN = 8; // pixels to the edges of the window, and to what lies on the table
const WIDTHS = [544, 460, 380, 720, 992, 320]; // that it may have, the best first

/**
 * Look for a place that covers nothing; rather one that covers no empty place of the table either.
 *
 * @param panel - how it ended, drawn anywhere
 * @param board - the table
 * @returns the place in the window, or null if there is none
 */
export function placeResult(panel: HTMLElement, board: HTMLElement): Box | null {
  const middle = board.querySelector(".centre")!.getBoundingClientRect();
  const main = board.querySelector("main")!.getBoundingClientRect();
  const bottom = board.getBoundingClientRect().bottom;
  if (bottom > window.innerHeight + 1) return null; // the table is scrolled
  const area = { left: MARGIN, top: main.top, width: window.innerWidth - 2 * MARGIN, height: bottom - MARGIN - main.top };
  const near = { left: middle.left + middle.width / 2, top: middle.top + middle.height / 2 };
  const was = panel.style.width;
  const shapes = WIDTHS.filter((width) => width <= area.width).map((width) => {
    panel.style.width = `${width}px`;
    return { width, height: panel.offsetHeight };
  });
  panel.style.width = was;
  const boxes = (what: string): Box[] =>
    [...board.querySelectorAll(what)]
      .filter((one) => !panel.contains(one) && one !== panel && one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, top, width, height }) => ({ left: left - MARGIN, top: top - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }));
  const read = [...boxes(READ), ...boxes(CARDS), ...boxes("button, .pill")];
  return roomFor(shapes, near, area, [...read, ...boxes("[data-place]")]) ?? roomFor(shapes, near, area, read);
}
