/**
 * The parts of a deal, as far as the room for tips and answers depends on them: before its tricks one bids, gives roles or passes
 * cards; once the first card of a trick is played, none of that is asked again, and the table has its room. A deal without
 * tricks has one part, and so has one whose tricks would not be larger for that room.
 */

import type { View } from "../protocol/types";

export interface DealPart {
  readonly key: string; // another one in every part
  readonly deal: number; // how many were scored before it
  readonly hasTricks: boolean;
  readonly isOfTricks: boolean; // they have begun
  readonly isWhole: boolean; // they began, but no other part with them
  readonly began: number; // the number of actions with which it was seen first
  readonly asked: ReadonlySet<string>; // the kinds of decisions in it so far
  readonly guessed: ReadonlySet<string>; // of them those that were only made before its first trick, and may be made before each
  readonly cards: number; // in the trick
  readonly last: string; // the latest kind of decision
  readonly since: number; // the number of actions with which it was seen first
  readonly previous: string; // the kind before it, if that was a single decision: who leads may have been asked for something before
}

/**
 * The part of a deal that a view shows, by the one that was shown before.
 *
 * @param isDivided - whether another part begins with the tricks: they need the room
 */
export function dealPart(known: DealPart | null, view: Pick<View, "phase" | "made" | "sheet" | "zones" | "result" | "trick_phases">, isDivided = true): DealPart {
  if (known && view.result) return known; // nothing moves any more
  const { phase, made, sheet, zones, trick_phases: seen } = view;
  const tricks = zones.filter(({ kind }) => kind === "trick");
  const cards = Math.max(0, ...tricks.map(({ faces }) => faces.length));
  const begun = (isOfTricks: boolean, asked: Iterable<string>, guessed: string[] = []): DealPart => ({
    key: `${sheet.length} ${isOfTricks} ${made}`, deal: sheet.length, hasTricks: tricks.length > 0, isOfTricks, isWhole: false, began: made,
    asked: new Set([...asked, ...guessed, phase]), guessed: new Set(guessed.filter((one) => one !== phase)), cards, last: phase, since: made, previous: "",
  });
  if (known?.deal !== sheet.length || made < known.began) return begun(cards > 0 || seen.length > 0, seen); // what was asked in the tricks before is asked again
  if (cards > 0 && !known.isOfTricks && !known.isWhole) {
    if (isDivided) return begun(true, [known.last], known.previous ? [known.previous] : []);
    known = { ...known, isWhole: true };
  }
  const isNextTrick = cards > 0 && (cards < known.cards || known.cards === 0);
  if (isNextTrick && known.guessed.size) return begun(true, [...known.asked].filter((one) => !known.guessed.has(one)));
  if (known.last === phase) return known.cards === cards ? known : { ...known, cards };
  return {
    ...known, cards, asked: new Set([...known.asked, phase]), guessed: new Set([...known.guessed].filter((one) => one !== phase)),
    hasTricks: known.hasTricks || tricks.length > 0, last: phase, since: made, previous: made - known.since === 1 ? known.last : "",
  };
}

/** Whether a kind of decision may come that the player has not had yet: while tricks are played not what comes before them, nor what comes hardly ever. */
export function mayCome({ isOfTricks, asked }: DealPart, phase: string): boolean {
  return !isOfTricks || asked.has(phase);
}

/** Whether the answers to a kind of decision need their room: where tricks are played those that somebody was asked for in this part, otherwise all. */
export function needsRoom({ hasTricks, asked }: DealPart, phase: string): boolean {
  return !hasTricks || asked.has(phase);
}
