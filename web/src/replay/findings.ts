/** The findings of a review: the points of its graph, and the costliest moves. */

import type { GameReview, ReviewedDecision } from "../protocol/types";

const MOST_NAMED = 5;

export interface Point {
  made: number;
  x: number; // from 0 to 1, the beginning to the end of the game
  y: number; // from 0 to 1, the lowest to the highest expected result
  isCostly: boolean; // one of the costliest mistakes
  label: string;
}

/** The expected result at each decision. */
export function points(review: GameReview, last: number): Point[] {
  const costly = costliest(review);
  const values = review.decisions.map((one) => one.expected);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return review.decisions.map((one) => ({
    made: one.made,
    x: one.made / Math.max(1, last),
    y: high > low ? (one.expected - low) / (high - low) : 0.5,
    isCostly: costly.includes(one),
    label: `${one.label}, which cost ${one.cost_text}`,
  }));
}

/** The costliest mistakes, given what the player knew. */
export const costliest = (review: GameReview): ReviewedDecision[] =>
  review.decisions.filter((one) => one.is_mistake).sort((a, b) => b.cost - a.cost).slice(0, MOST_NAMED);

/** The moves that lost most with all hands open, which the player could not see. */
export const costliestOpen = (review: GameReview): ReviewedDecision[] =>
  review.decisions.filter((one) => one.open && one.open.cost > 0).sort((a, b) => b.open!.cost - a.open!.cost).slice(0, MOST_NAMED);
