/**
 * The parts of a deal, as far as the room for what may be answered depends on them: before its tricks one bids, gives roles or passes
 * cards; once the first card of a trick is played, none of that is asked again, and the table has its room. A deal without
 * tricks has one part.
 */

import type { View } from "../protocol/types";

export interface DealPart {
  readonly key: string; // another one in every part
  readonly deal: number; // how many were scored before it
  readonly isOfTricks: boolean;
  readonly made: number; // the number of actions with which it was seen first
  readonly asked: ReadonlySet<string>; // the kinds of decisions in it so far
  readonly last: string; // the latest
}

/** The part of a deal that a view shows, by the one that was shown before. */
export function dealPart(known: DealPart | null, view: Pick<View, "phase" | "made" | "sheet" | "zones" | "result">): DealPart {
  if (known && view.result) return known; // nothing moves any more
  const deal = view.sheet.length;
  const hasTrick = view.zones.some(({ kind, faces }) => kind === "trick" && faces.length > 0);
  if (known?.deal !== deal || view.made < known.made) return begun(deal, hasTrick, view.made, [view.phase]);
  if (hasTrick && !known.isOfTricks) return begun(deal, true, view.made, [known.last, view.phase]); // what was asked last may be the first of each trick
  return known.last === view.phase ? known : { ...known, asked: new Set([...known.asked, view.phase]), last: view.phase };
}

function begun(deal: number, isOfTricks: boolean, made: number, asked: string[]): DealPart {
  return { key: `${deal} ${isOfTricks} ${made}`, deal, isOfTricks, made, asked: new Set(asked), last: asked.at(-1)! };
}

/** Whether a kind of decision may be next: while tricks are played only what was decided since they began, not what comes before them or hardly ever. */
export function isExpected({ isOfTricks, asked }: DealPart, phase: string): boolean {
  return !isOfTricks || asked.has(phase);
}
