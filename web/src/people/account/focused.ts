/** An action for what appears in place of the button that was pressed: it takes over the focus, is read aloud, and its whole section comes into view. */
export function focused(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.closest("section")?.scrollIntoView({ block: "nearest" });
}
