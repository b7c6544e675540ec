/** A game's options in a few words. */

import type { RoomInfo } from "../protocol/types";

/** "3 players, first lead: red one": all of it. */
export const allOptionsText = (options: RoomInfo["options"]): string =>
  [typeof options["players"] === "number" ? `${options["players"]} players` : "", optionsText(options)].filter(Boolean).join(", ");

/** "first lead: red one": what was chosen, without what is said elsewhere: how many play. */
export function optionsText(options: RoomInfo["options"]): string {
  return Object.entries(options)
    .filter(([name, value]) => name !== "players" && value !== false)
    .map(([name, value]) => {
      const label = name.replaceAll("_", " ");
      return value === true ? label : `${label}: ${String(value).replaceAll("_", " ")}`;
    })
    .join(", ");
}
