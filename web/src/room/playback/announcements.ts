/** What is read out after something happened. */

import type { View } from "../../protocol/types";

/** Is the prompt to be read out after what was told? Not the single steps of another's move, and nothing twice. */
export function asks(before: View | null, view: View, told: readonly string[]): boolean {
  if (!before) return true;
  if (told.some((text) => text.startsWith(view.prompt.replace(/\.$/, "")))) return false;
  return view.turn !== before.turn || (view.prompt !== before.prompt && view.turn === view.seat);
}
