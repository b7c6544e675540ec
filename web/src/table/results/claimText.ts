/** Describes claims. */

import type { ClaimedMessage } from "../../protocol/types";

/** A sentence about a claim, for a player's name or "You". */
export function claimText({ claims, concedes, settled }: Pick<ClaimedMessage, "claims" | "concedes" | "settled">, name: string): string {
  const [verb, what] = claims ? ["claim", "the rest"] : concedes ? ["concede", "the rest"] : ["end", "the deal"];
  const why = settled ? ": nothing can change any more" : claims || concedes ? "" : ": the rest is certain";
  return `${name} ${verb}${name === "You" ? "" : "s"} ${what}${why}.`;
}
