/** Which cards move from one view to the next, according to the news; nothing is inferred from the views. */

import type { News, View } from "../protocol/types";

export interface Journey {
  code: string | null; // null: a card that the viewer cannot see
  start: string; // the id of a zone
  end: string;
}

/** The news of `after` that is newer than `before`. */
export const newsSince = (before: View, after: View): News[] => after.news.filter((news) => news.number > before.made);

/** The cards that the latest move put where they are. */
export function lastMoved(view: View): Set<string> {
  const last = view.news.findLast((news) => news.is_move)?.number ?? Infinity;
  const flights = view.news.filter((news) => news.number >= last && news.kind !== "reshuffle").flatMap((news) => news.flights);
  return new Set(flights.flatMap(({ code }) => (code === null ? [] : [code])));
}

/** The journeys in the news. A card that moves twice makes one journey; a reshuffled pile moves face down. */
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

/** The news between two views, split at the latest deal. */
export interface NewsBatch {
  played: News[]; // before the deal
  deal: News | null; // the latest
  after: News[]; // the deal
  tookTrick: News | null; // the last trick taken before the deal
}

/** Split news at the latest deal. */
export function splitAtDeal(news: readonly News[]): NewsBatch {
  const at = news.findLastIndex((one) => one.kind === "deal");
  const played = at < 0 ? [...news] : news.slice(0, at);
  return { played, deal: news[at] ?? null, after: at < 0 ? [] : news.slice(at + 1), tookTrick: played.findLast((one) => one.kind === "trick") ?? null };
}
