/** Formats figures for people and for CSV. */

import type { GameStatistics, Statistics } from "../protocol/types";
import { numberText } from "../base/numbers";

/** All options in words: "3 players, first lead: left of the dealer". */
export const allOptionsText = ({ options, options_text }: Pick<GameStatistics, "options" | "options_text">): string =>
  [typeof options["players"] === "number" ? `${options["players"]} players` : "", options_text].filter(Boolean).join(", ");

export const percent = (part: number, whole: number): string => (whole ? `${Math.round((part / whole) * 100)} %` : "–");
export const rounded = (value: number): string => numberText(value, 1);

const quoted = (value: unknown): string => `"${String(value ?? "").replaceAll('"', '""')}"`;

/** All finished games as CSV. */
export function asCsv({ games }: Statistics): string {
  const lines = [["game", "options", "ended", "outcome", "score", "taken back", "asked", "can be won", "with", "room"]];
  for (const { game, options, options_text, winnable, games: finished } of games) {
    for (const one of finished) {
      const ended = new Date(one.ended * 1000).toISOString();
      lines.push([game, allOptionsText({ options, options_text }), ended, one.outcome, String(one.score ?? ""), String(one.taken_back), String(one.asked), winnable ? "yes" : "", one.opponents.join(" "), one.room]);
    }
  }
  return lines.map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
}
