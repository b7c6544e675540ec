/** Which cards travel from one view to the next. The news says so: nothing is worked out from what the views show. */

import type { News, View } from "../protocol/types";

export interface Journey {
  code: string | null; // null: a card that the viewer does not see
  start: string; // the id of a zone
  end: string;
}

/** What happened newsSince a view was shown. */
export const newsSince = (before: View, after: View): News[] => after.news.filter((news) => news.number > before.made);

/** The cards that the latest move put where they lie. */
export function lastMoved(view: View): Set<string> {
  const last = view.news.findLast((news) => news.is_move)?.number ?? Infinity;
  const flights = view.news.filter((news) => news.number >= last && news.kind !== "reshuffle").flatMap((news) => news.flights);
  return new Set(flights.flatMap(({ code }) => (code === null ? [] : [code])));
}

/** The journeys that the news tells of. A card that goes on at once makes one journey; a pile is shuffled face down. */
export function journeys(news: readonly News[]): Journey[] {
  const open = new Map<string, Journey>();
  const hidden: Journey[] = [];
  for (const { kind, flights } of news) {
    for (const { code, start, end } of flights) {
      if (code === null || kind === "reshuffle") hidden.push({ code: null, start, end });
      else open.set(code, { code, start: open.get(code)?.start ?? start, end });
    }
  }
  return [...open.values(), ...hidden];
}

export interface NewsBatch {
  played: News[]; // up to the next deal
  deal: News | null; // the latest
  after: News[]; // what followed it
  tookTrick: News | null; // the last trick that was taken before it
}

/** News, split where a new deal was dealt. */
export function splitAtDeal(news: readonly News[]): NewsBatch {
  const at = news.findLastIndex((one) => one.kind === "deal");
  const played = at < 0 ? [...news] : news.slice(0, at);
  return { played, deal: news[at] ?? null, after: at < 0 ? [] : news.slice(at + 1), tookTrick: played.findLast((one) => one.kind === "trick") ?? null };
}
