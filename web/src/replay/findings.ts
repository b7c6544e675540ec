/** The findings of a review: its graph, and what is said of each move. */

import type { GameReview, ReviewedDecision } from "../protocol/types";

export interface Point {
  made: number;
  x: number; // from 0 to 1, the beginning to the end of the game
  y: number; // from 0 to 1, the bottom to the top of the graph
  isMistake: boolean;
  label: string;
}

export interface Graph {
  title: string;
  points: Point[]; // the decisions; the last point is the end of the game, if it was played to its end
  labels: { y: number; text: string }[]; // of the axis at the side
  end: string; // how the game ended: "100 %"; empty if it was given up
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const signed = (points: number): string => `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(Math.round(points * 10) / 10)}`;

/** The graph of a review; `last` is the number of actions of the game. */
export function graphOf(review: GameReview, last: number): Graph {
  const { decisions, end, is_chance: isChance, is_done: isDone } = review;
  const levels = [...decisions.map((one) => one.level), ...(end === null ? [] : [end])];
  const [low, high] = isChance ? [0, 1] : [Math.min(0, ...levels), Math.max(0, ...levels)];
  const write = isChance ? percent : signed;
  const y = (level: number): number => (high > low ? (level - low) / (high - low) : 0.5);
  const points: Point[] = decisions.map((one) => ({
    made: one.made,
    x: one.made / Math.max(1, last),
    y: y(one.level),
    isMistake: one.is_mistake,
    label: `${one.label}, ${one.is_mistake ? `a mistake: it cost ${one.cost_text}` : write(one.level)}`,
  }));
  if (end !== null && isDone) points.push({ made: last, x: 1, y: y(end), isMistake: false, label: `The end: ${write(end)}` });
  const marks = isChance ? [0, 0.5, 1] : low < 0 && high > 0 ? [low, 0, high] : high > low ? [low, (low + high) / 2, high] : [low];
  return {
    title: isChance ? "Chance to win" : review.is_relative ? "Expected result, in points against the average" : "Expected result, in points",
    points,
    labels: marks.map((level) => ({ y: y(level), text: write(level) })),
    end: end === null ? "" : write(end),
  };
}

/** Where deals begin, except the first; nothing in a game of one deal. `deals` are action counts. */
export const dealMarks = (deals: readonly number[], last: number): { x: number; text: string }[] =>
  deals.length < 2 ? [] : deals.map((made, i) => ({ x: made / Math.max(1, last), text: String(i + 1) })).slice(1);

/** The moves that lost most with all hands open, which the player could not see. */
export const costliestOpen = (review: GameReview): ReviewedDecision[] =>
  review.decisions.filter((one) => one.open && one.open.cost > 0).sort((a, b) => b.open!.cost - a.open!.cost).slice(0, 5);
