/** Claims in words. */

import type { ClaimedMessage } from "../protocol/types";

/** What somebody did, by their name or as "You". */
export function claimInWords({ concedes, settled }: Pick<ClaimedMessage, "concedes" | "settled">, name: string): string {
  const verb = concedes ? "concede" : "claim";
  return `${name} ${verb}${name === "You" ? "" : "s"} the rest${settled ? ": nothing can change any more" : ""}.`;
}
