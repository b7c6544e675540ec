/** What jsdom lacks: elements with a place in the window. */

export interface Box {
  left: number;
  top: number;
  width?: number;
  height?: number;
}

/** Give an element a place in the window, 50 by 70 pixels unless said otherwise. */
export function placeAt<T extends Element>(element: T, { left, top, width = 50, height = 70 }: Box): T {
  const rect = { left, top, width, height, right: left + width, bottom: top + height, x: left, y: top };
  element.getBoundingClientRect = () => ({ ...rect, toJSON: () => rect });
  return element;
}
