/** Describes a game's options in a few words. */

import type { RoomInfo } from "../protocol/types";

/** All options: "3 players, first lead: red one". */
export const allOptionsText = (options: RoomInfo["options"]): string =>
  [typeof options["players"] === "number" ? `${options["players"]} players` : "", optionsText(options)].filter(Boolean).join(", ");

/** The options without the number of players: "first lead: red one". */
export function optionsText(options: RoomInfo["options"]): string {
  return Object.entries(options)
    .filter(([name, value]) => name !== "players" && value !== false)
    .map(([name, value]) => {
      const label = name.replaceAll("_", " ");
      return value === true ? label : `${label}: ${String(value).replaceAll("_", " ")}`;
    })
    .join(", ");
}
