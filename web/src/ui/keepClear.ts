/** Moves bubbles to where they lie on no panel. */

import { freePlace, type Box } from "../layout/freePlace";

const MARGIN = 6; // pixels to the edge of the window
const PANELS = ".deal-end, .result, .large, .claim";

const isVisible = ({ width, height }: Box): boolean => width > 0 && height > 0;

/** A Svelte action that keeps the element inside the window and off the panels; its argument changes whenever a panel may have come. */
export function keepClear(node: HTMLElement, _when: unknown): { update: () => void; destroy: () => void } {
  const place = (): void => {
    node.style.translate = "";
    const area = { left: MARGIN, top: MARGIN, width: window.innerWidth - 2 * MARGIN, height: window.innerHeight - 2 * MARGIN };
    const panels = [...document.querySelectorAll(PANELS)].map((panel) => panel.getBoundingClientRect()).filter(isVisible);
    const box = node.getBoundingClientRect();
    const { left, top } = freePlace(box, area, panels);
    node.style.translate = `${left - box.left}px ${top - box.top}px`;
  };
  const watch = new ResizeObserver(place);
  watch.observe(node);
  watch.observe(document.body);
  place();
  return { update: place, destroy: () => watch.disconnect() };
}
