/** Keeps popups that hang from something near an edge inside the window. */

const MARGIN = 6; // pixels

/** How far an element between `left` and `right` has to move to be inside a window of this width. */
export function shiftOf(left: number, right: number, width: number): number {
  if (left < MARGIN) return MARGIN - left;
  return Math.min(0, Math.max(width - MARGIN - right, MARGIN - left));
}

/** A Svelte action that moves the element sideways into the window, also when its text changes. */
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
