/** Keeps what hangs from something near an edge keepInWindow the window. */

const MARGIN = 6; // pixels

/** How far something has to move so that it ends keepInWindow a window of this width. */
export function shiftOf(left: number, right: number, width: number): number {
  if (left < MARGIN) return MARGIN - left;
  return Math.min(0, Math.max(width - MARGIN - right, MARGIN - left));
}

/** A Svelte action: moves the element sideways, also when its text changes. */
export function keepInWindow(node: HTMLElement): { destroy: () => void } {
  const place = (): void => {
    node.style.marginLeft = "0";
    const { left, right } = node.getBoundingClientRect();
    node.style.marginLeft = `${shiftOf(left, right, window.innerWidth)}px`;
  };
  const watch = new ResizeObserver(place);
  watch.observe(node);
  place();
  return { destroy: () => watch.disconnect() };
}
