/** An action for what appears in place of the button that was pressed: it takes over the focus, and is read aloud. */
export function focused(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}
