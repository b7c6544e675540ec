/** Describes claims. */

import type { ClaimedMessage } from "../../protocol/types";

/** A sentence about a claim, for a player's name or "You". */
export function claimText({ concedes, settled }: Pick<ClaimedMessage, "concedes" | "settled">, name: string): string {
  const [verb, what] = concedes ? ["concede", "the rest"] : settled ? ["end", "the deal"] : ["claim", "the rest"];
  return `${name} ${verb}${name === "You" ? "" : "s"} ${what}${settled ? ": nothing can change any more" : ""}.`;
}
