/** Moves that are made for the player, who has no other. */

import type { View } from "../protocol/types";

export type ForcedSetting = "always" | "last" | "never";
export const FORCED_SETTINGS: readonly ForcedSetting[] = ["always", "last", "never"];

/** Is the only move the last card of a deal? */
function isLastCard(view: View): boolean {
  const hand = view.zones.find((zone) => zone.purpose === "hand" && zone.owner === view.seat);
  const isTrick = view.zones.some((zone) => zone.kind === "trick");
  return isTrick && hand?.count === 1 && view.moves[0]!.gesture.spots[0]?.zone === hand.id;
}

/** Is the one move that is left made for the player? Never where that it is the only one is a secret. */
export function isForced(view: View, wanted: ForcedSetting): boolean {
  if (view.moves.length !== 1 || view.ask || view.result || wanted === "never") return false;
  return wanted === "always" || isLastCard(view);
}
