/** Moves popups to where they cover nothing that must be read or touched. */

import { freePlace, type Box } from "../layout/freePlace";

const MARGIN = 6; // pixels to the edge of the window
interface Shape {
  width: string;
  isCompact: boolean; // without what can be left out
}

/** Shapes to try until one finds room. */
const SHAPES: readonly Shape[] = [false, true].flatMap((isCompact) => ["", "19rem", "13rem"].map((width) => ({ width, isCompact })));
const PANELS = ".deal-end, .result, .claimed, .large"; // what nothing may lie on
const CONTROLS = "[data-spot], .place, .plate, button, a";

export interface Clear {
  /** What must stay free: only the panels, or all that can be read or touched on the table. */
  of: "panels" | "everything";
  /** Changes whenever something on the table may have moved. */
  when: unknown;
}

const isVisible = ({ width, height }: Box): boolean => width > 0 && height > 0;
const hasText = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

function othersOf(node: HTMLElement, of: Clear["of"]): Box[] {
  const board = node.closest(".board");
  if (!board) return [];
  const found = [...board.querySelectorAll(of === "panels" ? PANELS : "*")].filter(
    (other) => !node.contains(other) && !other.contains(node) && (of === "panels" || other.matches(`${CONTROLS}, ${PANELS}`) || hasText(other)),
  );
  return found.map((other) => other.getBoundingClientRect()).filter(isVisible);
}

/** A Svelte action that keeps the element inside the window, and off what must stay free. */
export function keepClear(node: HTMLElement, clear: Clear): { update: (clear: Clear) => void; destroy: () => void } {
  let { of } = clear;
  const place = (): void => {
    const area = { left: MARGIN, top: MARGIN, width: window.innerWidth - 2 * MARGIN, height: window.innerHeight - 2 * MARGIN };
    const others = othersOf(node, of);
    const shape = ({ width, isCompact }: Shape): void => {
      node.style.translate = "";
      node.style.maxWidth = width;
      node.classList.toggle("compact", isCompact);
    };
    const tried = (given: Shape) => {
      shape(given);
      const box = node.getBoundingClientRect();
      return { given, box, ...freePlace(box, area, others) };
    };
    let best = tried(SHAPES[0]!);
    for (const given of of === "everything" ? SHAPES.slice(1) : []) {
      if (best.covered === 0) break;
      const found = tried(given);
      if (found.covered < best.covered) best = found;
    }
    shape(best.given);
    node.style.translate = `${best.left - best.box.left}px ${best.top - best.box.top}px`;
  };
  const watch = new ResizeObserver(place);
  watch.observe(node);
  const board = node.closest(".board");
  if (board) watch.observe(board);
  place();
  return {
    update: (now) => {
      ({ of } = now);
      place();
    },
    destroy: () => watch.disconnect(),
  };
}
