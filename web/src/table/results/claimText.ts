/** Claims in words. */

import type { ClaimedMessage } from "../../protocol/types";

/** What somebody did, by their name or as "You". */
export function claimText({ concedes, settled }: Pick<ClaimedMessage, "concedes" | "settled">, name: string): string {
  const [verb, what] = concedes ? ["concede", "the rest"] : settled ? ["end", "the deal"] : ["claim", "the rest"];
  return `${name} ${verb}${name === "You" ? "" : "s"} ${what}${settled ? ": nothing can change any more" : ""}.`;
}
