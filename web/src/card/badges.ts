/** What a card carries because of what is in force: "trump", "penalty". */

import type { Fact } from "../protocol/types";
import { partsOf } from "./packs";

export function badgeOf(facts: readonly Fact[], deck: string, code: string): Fact["badge"] {
  const { letter, rank } = partsOf(deck, code);
  const found = facts.find(({ badge, suit, number }) => {
    if (badge === "" || (suit === null && number === null)) return false;
    return (suit === null || suit === letter) && (number === null || String(number) === rank);
  });
  return found?.badge ?? "";
}
