/** The badge of a card, from the facts in force: trump, penalty and so on. */

import type { Fact } from "../protocol/types";
import { partsOf } from "./packs";

export function badgeOf(facts: readonly Fact[], deck: string, code: string): Fact | null {
  const { letter, rank } = partsOf(deck, code);
  return facts.find(({ badge, suit, number }) => {
    if (badge === "" || (suit === null && number === null)) return false;
    return (suit === null || suit === letter) && (number === null || String(number) === rank);
  }) ?? null;
}
