/** Moves a popup into the window, and off the panels. */

import { freePlace } from "../layout/freePlace";

const MARGIN = 6; // pixels to the edge of the window
const PANELS = ".result, .large, .claim"; // what nothing may lie on

/** A Svelte action for a popup; its argument changes whenever a panel may have come. */
export function keepClear(node: HTMLElement, _when: unknown): { update: () => void; destroy: () => void } {
  const board = node.closest(".board");
  const place = (): void => {
    node.style.translate = "";
    const area = { left: MARGIN, top: MARGIN, width: window.innerWidth - 2 * MARGIN, height: window.innerHeight - 2 * MARGIN };
    const panels = [...(board?.querySelectorAll(PANELS) ?? [])].map((panel) => panel.getBoundingClientRect());
    const box = node.getBoundingClientRect();
    const { left, top } = freePlace(box, area, panels);
    node.style.translate = `${left - box.left}px ${top - box.top}px`;
  };
  const watch = new ResizeObserver(place);
  watch.observe(node);
  if (board) watch.observe(board);
  place();
  return { update: place, destroy: () => watch.disconnect() };
}
