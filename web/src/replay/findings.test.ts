import { expect, test } from "vitest";

import type { GameReview, ReviewedDecision } from "../protocol/types";
import { costliest, costliestOpen, points } from "./findings";

const decision = (made: number, expected: number, cost: number, more: Partial<ReviewedDecision> = {}): ReviewedDecision => ({
  made, expected, cost, label: `Play ${made}`, expected_text: "", best: "", best_text: "", cost_text: `${cost} points`, is_mistake: cost > 1, reason: "", open: null, ...more,
});
const review: GameReview = {
  seat: 0, done: 4, of: 4, is_done: true, engine: "search:1", version: "0", budget: 1, samples: 4,
  decisions: [
    decision(2, 4, 0),
    decision(4, 2, 3, { open: { text: "", cost: 0, solver: "" } }),
    decision(6, 0, 5, { open: { text: "", cost: 2, solver: "" } }),
    decision(8, 4, 1),
  ],
};

test("the graph goes through all decisions, and marks the mistakes that cost most", () => {
  expect(points(review, 10).map(({ x, y, isCostly }) => [x, y, isCostly])).toEqual([[0.2, 1, false], [0.4, 0.5, true], [0.6, 0, true], [0.8, 1, false]]);
  expect(points({ ...review, decisions: [decision(1, 7, 0)] }, 1)[0]).toMatchObject({ x: 1, y: 0.5, label: "Play 1, which cost 0 points" });
});

test("what was known and what hands open show are listed apart", () => {
  expect(costliest(review).map((one) => one.made)).toEqual([6, 4]);
  expect(costliestOpen(review).map((one) => one.made)).toEqual([6]);
  expect(review.decisions.map((one) => one.made)).toEqual([2, 4, 6, 8]);
});
