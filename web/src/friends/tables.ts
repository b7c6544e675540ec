/** Tables to sit down at, in words. */

import type { TableInfo } from "../protocol/types";
import { clockText } from "../room/info/seats";

const list = new Intl.ListFormat("en", { type: "conjunction" });

const DAY = 86_400; // seconds

function inWords(seconds: number): string {
  if (seconds % DAY) return clockText(seconds);
  return seconds === DAY ? "1 day" : `${seconds / DAY} days`;
}

/** How the game is played: "bids · turn by turn · 3 days each". */
export function howPlayed({ options_text, tempo, clock }: TableInfo): string {
  const timing = clock && `${inWords(clock.seconds)} each`;
  return [options_text, tempo === "turns" ? "turn by turn" : "live", timing].filter(Boolean).join(" · ");
}

/** Who waits there, and for how many: "Ada and Kim wait, 1 seat is free, 2 bots". */
export function whoWaits({ people, free, bots }: TableInfo): string {
  const waits = people.length === 0 ? "Nobody sits there yet" : `${list.format(people)} ${people.length === 1 ? "waits" : "wait"}`;
  const seats = free === 1 ? "1 seat is free" : `${free} seats are free`;
  return [waits, ...(free ? [seats] : []), ...(bots ? [bots === 1 ? "1 bot" : `${bots} bots`] : [])].join(", ");
}
