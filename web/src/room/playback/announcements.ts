/** What screen readers read out after something happened. */

import type { View } from "../../protocol/types";

/** Whether the prompt is read out after the news: not for the single steps of another player's move, and nothing twice. */
export function announcesPrompt(before: View | null, view: View, announced: readonly string[]): boolean {
  if (!before) return true;
  if (announced.some((text) => text.startsWith(view.prompt.replace(/\.$/, "")))) return false;
  return view.turn !== before.turn || (view.prompt !== before.prompt && view.turn === view.seat);
}
