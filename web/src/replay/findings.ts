/** The findings of a review: the points of its graph, and the moves to list. */

import type { GameReview, Milestone, ReviewedDecision } from "../protocol/types";

export interface Point {
  made: number;
  x: number; // from 0 to 1, the beginning to the end of the game
  y: number; // the chance to win, from 0 to 1
  isMistake: boolean;
  label: string;
}

/** The chance to win at each decision and, once the review knows it, how the game ended. */
export function points(review: GameReview, last: number): Point[] {
  const found = review.decisions.map((one) => ({
    made: one.made,
    x: one.made / Math.max(1, last),
    y: Math.min(1, Math.max(0, one.chance)),
    isMistake: one.is_mistake,
    label: `${percent(one.chance)}. ${one.label}${one.is_mistake ? `: a mistake, which cost ${one.cost_about}` : ""}`,
  }));
  if (review.result === null) return found;
  return [...found, { made: last, x: 1, y: review.result, isMistake: false, label: resultText(review.result) }];
}

/** How the game ended for the player. */
export const resultText = (result: number): string => (result >= 1 ? "Won" : result <= 0 ? "Lost" : "Shared");

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

export const mistakes = (review: GameReview): ReviewedDecision[] => review.decisions.filter((one) => one.is_mistake);

/** The sentence on what would have been better. */
export const betterText = (one: ReviewedDecision): string => `Better: ${one.best}${one.why ? `: it ${one.why}` : ""}.`;

export interface Part {
  title: string; // "Deal 3"; empty if the game has no parts
  moves: ReviewedDecision[];
}

/** The moves by deal, or by trick in a game of one deal; parts without moves are left out. */
export function parts(moves: readonly ReviewedDecision[], milestones: readonly Milestone[]): Part[] {
  const found: Part[] = [...milestones, { made: Infinity, text: "" }].map(({ text }) => ({ title: text, moves: [] }));
  for (const move of moves) {
    const at = milestones.findIndex(({ made }) => move.made < made);
    found[at < 0 ? milestones.length : at]!.moves.push(move);
  }
  return found.filter((part) => part.moves.length);
}

/** The milestones that have room for their names on an axis: every one, every second, every fifth … */
export function labelled(milestones: readonly Milestone[], most: number): Milestone[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((step) => milestones.length / step <= most) ?? milestones.length;
  return milestones.filter((_, i) => (i + 1) % step === 0);
}
