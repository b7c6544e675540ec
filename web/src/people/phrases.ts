/** What players may say about the cards. */

import type { CardInfo, View } from "../protocol/types";

/** The cards that somebody may want to name: their own, then the others in sight, in the pack's order; all, if none are. */
export function cardsToName(view: Pick<View, "zones" | "seat">, cards: readonly CardInfo[]): CardInfo[] {
  const mine = new Set<string>();
  const seen = new Set<string>();
  for (const { owner, faces } of view.zones) {
    for (const { state, code } of faces) if (state === "up" && code) (owner !== null && owner === view.seat ? mine : seen).add(code);
  }
  const found = [...cards.filter((card) => mine.has(card.code)), ...cards.filter((card) => seen.has(card.code) && !mine.has(card.code))];
  return found.length > 0 ? found : [...cards];
}

/** A phrase before its card is named: "I have …". */
export const phraseWithBlank = (text: string): string => text.replace(/\{card\}\.?/, "…");
