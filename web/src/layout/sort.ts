/** The order of a hand. */

import type { CardInfo, Zone } from "../protocol/types";

export type Order = "suit" | "rank" | "dealt";
export const ORDERS: readonly Order[] = ["suit", "rank", "dealt"];

/** What an order is called; the cards of some packs have numbers, not ranks. */
export function orderName(order: Order, deck: string): string {
  return { suit: "by suit", rank: deck === "sevendeck" ? "by number" : "by rank", dealt: "as dealt" }[order];
}

/** Suit orders that alternate colours, for packs whose usual order does not. */
const ALTERNATING: Record<string, string> = { french: "SHCD" };

export function sortHand(codes: readonly string[], order: Order, cards: readonly CardInfo[], deck: string): string[] {
  if (order === "dealt") return [...codes];
  const suits = ALTERNATING[deck] ?? "";
  const known = new Map(cards.map((card) => [card.code, card]));
  const weigh = (code: string): [number, number] => {
    const card = known.get(code);
    if (!card || card.suit === null) return [99, card?.rank ?? 0];
    const place = suits.indexOf(card.suit);
    const suit = place >= 0 ? place : cards.findIndex((other) => other.suit === card.suit);
    return [suit, card.rank];
  };
  const weights = new Map(codes.map((code) => [code, weigh(code)]));
  const [first, second] = order === "suit" ? [0, 1] : [1, 0];
  return [...codes].sort((a, b) => {
    const [x, y] = [weights.get(a)!, weights.get(b)!];
    return x[first]! - y[first]! || x[second]! - y[second]! || a.localeCompare(b);
  });
}

/** A hand in the order of dealing: cards already held keep their places, new ones go to the end. */
export function asDealt(before: readonly string[], now: readonly string[]): string[] {
  const held = new Set(now);
  const kept = before.filter((code) => held.has(code));
  const old = new Set(kept);
  return [...kept, ...now.filter((code) => !old.has(code))];
}

const SETS = ["number", "pivot", "suit"];

/** A hand arranged by its marked sets, with the card that both sets share between them; null if no sets are marked. */
export function setsOf(zone: Zone): number[] | null {
  if (!zone.faces.some((face) => face.mark === "pivot")) return null;
  const places = zone.faces.map((_, at) => at);
  return places.sort((a, b) => SETS.indexOf(zone.faces[a]!.mark) - SETS.indexOf(zone.faces[b]!.mark) || a - b);
}
