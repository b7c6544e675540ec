/** What is said of deals of the day: how an attempt went, days in a row, and the text to paste, which gives nothing away. */

import type { DailyAttempt, DailyBar, DailyResults, DailyStreak, PuzzleInfo, RoomInfo } from "../protocol/types";
import { dayLeft, dayText } from "../base/dates";
import { shared } from "../base/route";
import { takenBackText } from "../room/info/summary";

type Ended = Pick<DailyAttempt, "outcome" | "moves" | "taken_back">;

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** How an attempt went: "won in 43 moves, 2 moves taken back", "not finished". */
export function attemptText({ outcome, moves, taken_back }: Ended): string {
  if (!outcome) return "not finished";
  const how = outcome === "won" ? `won in ${count(moves, "move")}` : outcome;
  return [how, taken_back > 0 && takenBackText(taken_back)].filter(Boolean).join(", ");
}

/** Days in a row, if there are two or more: "5 days in a row, won 3 days in a row". */
export function streakText({ played, won }: Pick<DailyStreak, "played" | "won">): string {
  if (played < 2) return "";
  return `${played} days in a row${won > 1 ? (won === played ? ", all won" : `, the last ${won} won`) : ""}`;
}

/** How long something took: "4 min", "2 h 5 min", "3 days". */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return count(Math.round(minutes / 1440), "day");
}

export function barText({ outcome, least, most }: DailyBar): string {
  if (outcome !== "won") return outcome === "lost" ? "Lost" : "Given up";
  return least === most ? count(least, "move") : `${least}–${most} moves`;
}

/** How an attempt that counts goes on or ended, for the table of a room with the same deal; empty if nothing has been played. */
export function noteText(room: RoomInfo, mine: DailyAttempt | null): string {
  const isFinished = room.status === "over" || room.status === "given up";
  if (!mine) return isFinished ? "" : "Your first attempt counts, from your first move on.";
  if (mine.room === room.id && !isFinished && !mine.outcome) return "This is your attempt, which counts.";
  if (mine.room === room.id && isFinished && mine.outcome === outcomeOf(room)) return "This was your attempt, which counts.";
  return mine.outcome ? `For fun: your first attempt counts, ${attemptText(mine)}.` : "Your attempt, which counts, goes on elsewhere: finish it or give it up first.";
}

/** When the day of a deal ends, for its table; an attempt may outlast it. `ends` is in seconds since 1970, `now` in milliseconds. */
export function dayEndText(ends: number, now: number): string {
  if (ends * 1000 <= now) return "That day is over, but an attempt still counts for it.";
  const left = dayLeft(ends, now);
  return `The day ends at ${left.at} your time: ${left.short}.`;
}

function outcomeOf(room: RoomInfo): DailyAttempt["outcome"] {
  if (room.status === "given up") return "given up";
  return room.seats.some(({ seat, you }) => you && room.result?.winners.includes(seat)) ? "won" : "lost";
}

/** The text to paste; null before the reader's attempt has ended. */
export function shareText({ name, options_text, date, mine, streak }: DailyResults, link: string): string | null {
  if (!mine?.outcome) return null;
  const game = options_text ? `${name} (${options_text})` : name;
  const row = streak.played > 1 && `${streak.played} days in a row`;
  const told = [attemptText(mine), row].filter(Boolean).join(", ");
  return [`Sevenfold, ${game}, ${dayText(date)}: ${told}`, link].filter(Boolean).join("\n");
}

/** The text to paste of a puzzle of the day that was solved; `streak`: on how many days in a row one of them was. */
export function puzzleText({ date, name, at_first }: Pick<PuzzleInfo, "date" | "name" | "at_first">, streak: number, link: string): string {
  const told = [at_first ? "solved at the first try" : "solved", streak > 1 && `${streak} days in a row`].filter(Boolean).join(", ");
  return [`Sevenfold, puzzle of the day, ${name}, ${dayText(date)}: ${told}`, link].filter(Boolean).join("\n");
}

/** A link to a route of this server as it is shared; empty where nobody else reaches it. */
export function sharedLink(route: string, { hostname, href }: Pick<Location, "hostname" | "href">): string {
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? "" : shared(route, href);
}
