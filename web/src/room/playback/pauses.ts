/** What is shown while playback pauses: a finished trick in the middle, and the table at the end of a deal. */

import type { NewsBatch } from "../../motion/journeys";
import type { DealSummary, LastTrick, News, SeatView, View, Zone } from "../../protocol/types";

/** A finished trick that still lies in the middle. */
export interface RestingTrick {
  trick: LastTrick;
  tableBefore: View | null; // the table before the next deal, if cards have been dealt since: they are not shown yet
  batch: NewsBatch;
}

/** A deal that has ended: its table stays until the player goes on, and whatever arrives meanwhile waits. */
export interface DealOver {
  deal: DealSummary | null; // null: the game scores no deals
  table: View;
  nextDealer: number | null;
  next: readonly News[]; // what has happened since: the next deal
  announcement: string; // for when the player goes on
}

/** The view with a finished trick still lying in the middle. */
export function withTrick(view: View, { cards, leader, taker }: LastTrick): View {
  const faces: Zone["faces"] = cards.map(({ code, seat }) => ({
    state: "up", code, seat, x: null, y: null, mark: seat === taker ? "winning" : "", note: "", why: "", like: null, place: "",
  }));
  const empty: Zone = {
    id: "trick", kind: "trick", purpose: "trick", label: "Trick", owner: null, faces, count: 0, beneath: [], leader, note: "", place: "",
  };
  const present = view.zones.find((zone) => zone.purpose === "trick");
  const zone: Zone = { ...(present ?? empty), faces, count: faces.length, leader };
  return { ...view, zones: present ? view.zones.map((other) => (other === present ? zone : other)) : [...view.zones, zone] };
}

/** The table when its last trick was complete, without what has been dealt since. */
export function beforeDeal(before: View, trick: LastTrick, prompt: string): View {
  const inTrick = new Set(before.zones.find((zone) => zone.purpose === "trick")?.faces.map((face) => face.code));
  const played = new Map(trick.cards.filter(({ code }) => !inTrick.has(code)).map(({ seat, code }) => [seat, code]));
  const zones = before.zones.map((zone) => {
    const code = zone.purpose === "hand" && zone.owner !== null ? played.get(zone.owner) : undefined;
    return code === undefined ? zone : without(zone, code);
  });
  const seats = before.seats.map(
    (seat): SeatView => ({ ...seat, is_turn: false, cards: seat.cards === null ? null : seat.cards - (played.has(seat.seat) ? 1 : 0) }),
  );
  return withTrick({ ...before, zones, seats, prompt, moves: [], turn: null }, trick);
}

/** A hand without a card that was played from it; the card may lie face down there. */
function without(hand: Zone, code: string): Zone {
  const known = hand.faces.findIndex((face) => face.code === code);
  const at = known >= 0 ? known : hand.faces.findLastIndex((face) => face.state === "down");
  return { ...hand, faces: hand.faces.filter((_, i) => i !== at), count: hand.count - 1 };
}

/** The table once a deal is over: no trick, no turn; seats, tracks and score sheet as they stood then, nothing of the next deal. */
export function afterDeal(table: View, next: View): View {
  const zones = table.zones.map((zone) => (zone.purpose === "trick" ? { ...zone, faces: [], count: 0, leader: null } : zone));
  const seats = next.deal_end?.seats ?? table.seats.map((seat) => ({ ...seat, is_turn: false }));
  const facts = table.facts.filter((fact) => !fact.by_trick);
  const tracks = next.deal_end?.tracks ?? table.tracks;
  const { sheet, last_trick } = next;
  const ended = Math.max(0, ...[...table.deals, ...sheet].map(({ deal }) => deal));
  const deals = next.deals.filter(({ deal }) => deal <= ended); // with what the last action brought
  return { ...table, zones, seats, facts, tracks, sheet, deals, last_trick, prompt: "The deal is over.", moves: [], refused: [], turn: null };
}

/** The deal that ended between two views; null if none did. After a handover the new seat's table is shown with it. */
export function dealOverBetween(last: View | null, view: View, batch: NewsBatch, resting: RestingTrick | null): DealOver | null {
  if (!last || !batch.deal || view.seats.length < 2) return null;
  const isScored = batch.played.some((news) => news.kind === "score");
  const next = [batch.deal, ...batch.after];
  return {
    deal: isScored ? (view.sheet.at(-1) ?? null) : null,
    table: last.seat === view.seat ? afterDeal(resting?.tableBefore ?? last, view) : view,
    nextDealer: batch.deal.seat,
    next,
    announcement: [...next.map((news) => news.text), view.prompt].filter(Boolean).join(" "),
  };
}

/** A finished trick, with the table before the deal that followed it if that can be derived from the view before. */
export function restingTrick(before: View, trick: LastTrick, batch: NewsBatch): RestingTrick {
  const isNext = trick.number === (before.last_trick?.number ?? 0) + 1;
  return { trick, tableBefore: batch.deal && isNext ? beforeDeal(before, trick, batch.tookTrick?.text ?? "") : null, batch };
}
