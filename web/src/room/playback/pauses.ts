/** What is shown while a finished trick rests in the middle, and once a deal is over. */

import type { Course } from "../../motion/journeys";
import type { DealSummary, LastTrick, SeatView, View, Zone } from "../../protocol/types";

/** A finished trick that still lies in the middle. */
export interface Resting {
  trick: LastTrick;
  held: View | null; // the table as it was, if cards have been dealt since: they are not shown yet
  course: Course;
}

/** A deal that has ended: the table stays as it is until the player goes on, and whatever arrives meanwhile waits. */
export interface DealOver {
  deal: DealSummary | null; // null: the game scores no deals
  table: View;
  dealer: number | null; // of the next one
  unsaid: string;
}

/** The view with a finished trick still lying in the middle. */
export function withTrick(view: View, { cards, leader, taker }: LastTrick): View {
  const faces: Zone["faces"] = cards.map(({ code, seat }) => ({
    state: "up", code, seat, x: null, y: null, mark: seat === taker ? "winning" : "", note: "", why: "",
  }));
  const nowhere: Zone = {
    id: "trick", kind: "trick", purpose: "trick", label: "Trick", owner: null, faces, count: 0, beneath: [], leader, note: "", place: "",
  };
  const there = view.zones.find((zone) => zone.purpose === "trick");
  const zone: Zone = { ...(there ?? nowhere), faces, count: faces.length, leader };
  return { ...view, zones: there ? view.zones.map((other) => (other === there ? zone : other)) : [...view.zones, zone] };
}

/** The table as it stood when its last trick was whole: what has been dealt since is not shown yet. */
export function beforeDeal(before: View, trick: LastTrick, prompt: string): View {
  const lay = new Set(before.zones.find((zone) => zone.purpose === "trick")?.faces.map((face) => face.code));
  const played = new Map(trick.cards.filter(({ code }) => !lay.has(code)).map(({ seat, code }) => [seat, code]));
  const zones = before.zones.map((zone) => {
    const code = zone.purpose === "hand" && zone.owner !== null ? played.get(zone.owner) : undefined;
    return code === undefined ? zone : without(zone, code);
  });
  const seats = before.seats.map(
    (seat): SeatView => ({ ...seat, is_turn: false, cards: seat.cards === null ? null : seat.cards - (played.has(seat.seat) ? 1 : 0) }),
  );
  return withTrick({ ...before, zones, seats, prompt, moves: [], turn: null }, trick);
}

/** A hand without a card that has left it, which may lie face down in it. */
function without(hand: Zone, code: string): Zone {
  const known = hand.faces.findIndex((face) => face.code === code);
  const at = known >= 0 ? known : hand.faces.findLastIndex((face) => face.state === "down");
  return { ...hand, faces: hand.faces.filter((_, i) => i !== at), count: hand.count - 1 };
}

/** The table once a deal is over: no trick, no turn, and the tracks as they stand by now. */
export function afterDeal(table: View, next: View): View {
  const zones = table.zones.map((zone) => (zone.purpose === "trick" ? { ...zone, faces: [], count: 0, leader: null } : zone));
  const sided = next.tracks.some((track) => track.side !== null); // what sides have reached lasts longer than a deal
  const seats = table.seats.map((seat) => ({ ...seat, is_turn: false, score: next.seats.find((other) => other.seat === seat.seat)?.score ?? seat.score }));
  const facts = table.facts.filter((fact) => !fact.by_trick);
  return { ...table, zones, seats, facts, tracks: sided ? next.tracks : table.tracks, prompt: "The deal is over.", moves: [], refused: [], turn: null };
}

/** The deal that ended between two views, if one did; at a screen that was handed over, the table of the new one lies there. */
export function dealOverOf(last: View | null, view: View, course: Course, resting: Resting | null): DealOver | null {
  if (!last || !course.deal || view.seats.length < 2) return null;
  const ended = over(last, view, course, resting);
  return last.seat === view.seat ? ended : { ...ended, table: view };
}

/** The end of a deal that was dealt anew between two views. */
function over(before: View, view: View, course: Course, resting: Resting | null): DealOver {
  const isScored = course.played.some((news) => news.kind === "score");
  const after = [course.deal!, ...course.after].map((news) => news.text);
  return {
    deal: isScored ? (view.sheet.at(-1) ?? null) : null,
    table: afterDeal(resting?.held ?? before, view),
    dealer: course.deal!.seat,
    unsaid: [...after, view.prompt].filter(Boolean).join(" "),
  };
}

/** The finished trick, and the table before the deal that followed it, if it can be made from the view before. */
export function restOf(before: View, trick: LastTrick, course: Course): Resting {
  const isNext = trick.number === (before.last_trick?.number ?? 0) + 1;
  return { trick, held: course.deal && isNext ? beforeDeal(before, trick, course.tookTrick?.text ?? "") : null, course };
}
