/** The phrases that players may say about the cards. */

import type { CardInfo, View } from "../protocol/types";

/** The cards to choose from for a phrase: the player's own, then the other visible ones; all cards if none are visible. */
export function cardsToName(view: Pick<View, "zones" | "seat">, cards: readonly CardInfo[]): CardInfo[] {
  const mine = new Set<string>();
  const seen = new Set<string>();
  for (const { owner, faces } of view.zones) {
    for (const { state, code } of faces) if (state === "up" && code) (owner !== null && owner === view.seat ? mine : seen).add(code);
  }
  const found = [...cards.filter((card) => mine.has(card.code)), ...cards.filter((card) => seen.has(card.code) && !mine.has(card.code))];
  return found.length > 0 ? found : [...cards];
}

/** A phrase with a blank for its card: "I have …". */
export const phraseWithBlank = (text: string): string => text.replace(/\{card\}\.?/, "…");
