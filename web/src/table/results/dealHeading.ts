/** What stands above the result of a deal: which one it was, and how far the game has come. */

import type { DealSummary, Track } from "../../protocol/types";

const DEALS = "deals"; // the track that counts them, as `TableBuilder.track` has it

export interface Heading {
  title: string; // "Deal 1 of 4"
  aside: string; // "Best total 15 of 50"; empty where the game says no more
}

/** The heading for a deal, null in a game that scores none; `tracks` as they stood when it ended, `number` where it is known all the same. */
export function headingOf(deal: Pick<DealSummary, "deal"> | null, tracks: readonly Track[], number?: number): Heading {
  const far = tracks.filter((track) => track.side === null && /^\d+ of \d+$/.test(track.text));
  const deals = far.find((track) => track.id === DEALS && track.value === deal?.deal);
  const aside = far.filter((track) => track.id !== DEALS).map((track) => `${track.label} ${track.text}`);
  return { title: deal ? `Deal ${deals?.text ?? deal.deal}` : number === undefined ? "The deal is over" : `Deal ${number} is over`, aside: aside.join(", ") };
}
