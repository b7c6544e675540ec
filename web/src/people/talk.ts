/** What players may say about the cards. */

import type { CardInfo, View } from "../protocol/types";

/** The cards that somebody may want to name: those that are in sight, in the pack's order; all, if none are. */
export function cardsToName(view: Pick<View, "zones">, cards: readonly CardInfo[]): CardInfo[] {
  const seen = new Set(view.zones.flatMap((zone) => zone.faces.flatMap((face) => (face.state === "up" && face.code ? [face.code] : []))));
  const found = cards.filter((card) => seen.has(card.code));
  return found.length > 0 ? found : [...cards];
}
