/** The legend of the signs that are visible at the table now. */

import type { Face, Fact, SeatView, SuitInfo, TermInfo, Track, View } from "../../protocol/types";
import { MARKS } from "../../base/names";

/** How a sign looks. */
export type Look =
  | { kind: "suit"; letter: string; state: Track["steps"][number]["state"] }
  | { kind: "badge"; badge: Exclude<Fact["badge"], ""> }
  | { kind: "card"; as: Exclude<Face["mark"], ""> | "can" | "moved" | "hinted" }
  | { kind: "text"; text: string; as: "dealer" | "side" | "note" | "seat" }
  | { kind: "pips" };

export interface Sign {
  look: Look;
  text: string;
}

export interface Signs {
  title: string;
  signs: Sign[];
}

/** The meaning of frames, where it differs from the label on a card. */
const FRAMES: Partial<Record<Face["mark"], string>> = { winning: "wins the trick so far", match: "matches what attacks it", couples: "couples two chains", last: "laid last" };
const SIDES = ["▲", "●", "■"];
const STATES: Track["steps"][number]["state"][] = ["none", "half", "full", "closed"];

/** Everything the legend is made from: a view, the suits of its pack, and the terms of the game. */
export function signsOf(view: View, suits: readonly SuitInfo[], terms: readonly TermInfo[]): Signs[] {
  const parts = [
    { title: "On the cards", signs: [...badges(view, terms), ...marks(view), ...notes(view)] },
    { title: "At the players", signs: players(view, terms) },
    { title: "How far it has come", signs: steps(view) },
    { title: "Suits", signs: suits.map(({ letter, name }): Sign => ({ look: { kind: "suit", letter, state: "full" }, text: name })) },
  ];
  return parts.filter((part) => part.signs.length > 0);
}

/** The badges of suits and numbers, explained by the facts in force. */
function badges(view: View, terms: readonly TermInfo[]): Sign[] {
  return view.facts.flatMap((fact): Sign[] => {
    if (fact.badge === "" || (fact.suit === null && fact.number === null)) return [];
    return [{ look: { kind: "badge", badge: fact.badge }, text: withTerm(`${fact.label}: ${fact.text}`, fact.label, terms) }];
  });
}

/** The frames around cards. */
function marks(view: View): Sign[] {
  const there = new Set(view.zones.flatMap((zone) => zone.faces.map((face) => face.mark)));
  const marked = [...there].filter((mark) => mark !== "").map((as): Sign => ({ look: { kind: "card", as }, text: FRAMES[as] ?? MARKS[as] }));
  if (view.seat !== null) marked.push({ look: { kind: "card", as: "can" }, text: "can be played or chosen" }, { look: { kind: "card", as: "hinted" }, text: "what a hint advises" });
  return [...marked, { look: { kind: "card", as: "moved" }, text: "has just been moved" }];
}

/** "×2" on a card. */
function notes(view: View): Sign[] {
  const note = view.zones.flatMap((zone) => zone.faces).find((face) => /^×\d+$/.test(face.note))?.note;
  return note ? [{ look: { kind: "text", text: note, as: "note" }, text: `${note.slice(1)} cards lie on one another` }] : [];
}

function players(view: View, terms: readonly TermInfo[]): Sign[] {
  const found: Sign[] = [];
  if (view.seats.some((seat) => seat.is_dealer)) found.push({ look: { kind: "text", text: "D", as: "dealer" }, text: "dealt this deal" });
  for (const side of new Set(view.seats.map((seat) => seat.side))) {
    const sign = side === null ? undefined : SIDES[side];
    if (sign) found.push({ look: { kind: "text", text: sign, as: "side" }, text: `${namesOf(view.seats, side)} play together` });
  }
  const aim = view.seats.flatMap((seat) => seat.lines).find((line) => line.of !== null);
  if (aim) found.push({ look: { kind: "pips" }, text: `${aim.label.toLowerCase()}: filled as far as it has come, red beyond what was aimed at` });
  for (const badge of new Set(view.seats.flatMap((seat) => seat.badges))) {
    found.push({ look: { kind: "text", text: badge, as: "seat" }, text: withTerm("", badge, terms) || "what is in force for this player" });
  }
  return found;
}

/** One step of each state, with its own text. */
function steps(view: View): Sign[] {
  const all = view.tracks.flatMap((track) => track.steps).filter((step) => step.suit !== null);
  return STATES.flatMap((state): Sign[] => {
    const step = all.find((one) => one.state === state);
    return step ? [{ look: { kind: "suit", letter: step.suit!, state }, text: step.text }] : [];
  });
}

const namesOf = (seats: readonly SeatView[], side: number | null): string =>
  seats
    .filter((seat) => seat.side === side)
    .map((seat) => seat.name)
    .join(" and ");

/** A text, with the explanation of the game's term if it is one. */
function withTerm(text: string, label: string, terms: readonly TermInfo[]): string {
  const about = terms.find(({ term }) => label.toLowerCase().split(" ").includes(term.toLowerCase()) || label.toLowerCase() === term.toLowerCase())?.about ?? "";
  return [text, about].filter(Boolean).join(" – ");
}
