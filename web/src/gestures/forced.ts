/** Single legal moves, which the page may make for the player. */

import type { View } from "../protocol/types";

export type ForcedSetting = "always" | "last" | "never";
export const FORCED_SETTINGS: readonly ForcedSetting[] = ["always", "last", "never"];

/** Whether the only move plays the last card of a deal. */
function isLastCard(view: View): boolean {
  const hand = view.zones.find((zone) => zone.purpose === "hand" && zone.owner === view.seat);
  const isTrick = view.zones.some((zone) => zone.kind === "trick");
  return isTrick && hand?.count === 1 && view.moves[0]!.gesture.spots[0]?.zone === hand.id;
}

/** Whether the page makes the only legal move for the player. It never does where others could infer from it that there was no choice. */
export function isForced(view: View, wanted: ForcedSetting): boolean {
  if (view.moves.length !== 1 || view.ask || view.result || wanted === "never") return false;
  return wanted === "always" || isLastCard(view);
}
