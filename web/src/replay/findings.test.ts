import { expect, test } from "vitest";

import type { GameReview, ReviewedDecision } from "../protocol/types";
import { betterText, labelled, mistakes, parts, points } from "./findings";

const decision = (made: number, chance: number, more: Partial<ReviewedDecision> = {}): ReviewedDecision => ({
  made, chance, label: `Play ${made}`, expected: 0, expected_text: "", best: "Play 0", best_text: "", cost: 0, cost_text: "", cost_about: "about 12 %",
  is_mistake: false, reason: "", why: "", best_spots: [], open: null, ...more,
});
const review: GameReview = {
  seat: 0, done: 4, of: 4, is_done: true, engine: "search:1", version: "0", budget: 1, samples: 4, games: 64, result: 1, note: "",
  milestones: [{ made: 3, text: "Trick 1" }, { made: 7, text: "Trick 2" }],
  decisions: [decision(2, 0.5), decision(4, 0.25, { is_mistake: true }), decision(6, 0.1), decision(8, 1.01)],
};

test("the graph goes through all decisions to where the game ended", () => {
  expect(points(review, 10).map(({ x, y, isMistake }) => [x, y, isMistake])).toEqual([[0.2, 0.5, false], [0.4, 0.25, true], [0.6, 0.1, false], [0.8, 1, false], [1, 1, false]]);
  expect(points(review, 10).map(({ label }) => label).slice(1, 3)).toEqual(["25 %. Play 4: a mistake, which cost about 12 %", "10 %. Play 6"]);
  expect([1, 0, 0.5].map((result) => points({ ...review, result }, 10).at(-1)!.label)).toEqual(["Won", "Lost", "Shared"]);
  expect(points({ ...review, result: null }, 10)).toHaveLength(4);
});

test("moves are listed by trick, with what would have been better", () => {
  expect(parts(review.decisions, review.milestones).map(({ title, moves }) => [title, moves.map((one) => one.made)])).toEqual([["Trick 1", [2]], ["Trick 2", [4, 6]], ["", [8]]]);
  expect(parts(mistakes(review), review.milestones).map(({ title }) => title)).toEqual(["Trick 2"]);
  expect(parts(review.decisions, [])).toHaveLength(1);
  expect(betterText(decision(1, 0))).toBe("Better: Play 0.");
  expect(betterText(decision(1, 0, { why: "wins the trick" }))).toBe("Better: Play 0: it wins the trick.");
});

test("an axis names as many parts as have room", () => {
  const all = Array.from({ length: 22 }, (_, i) => ({ made: i, text: `Deal ${i + 1}` }));
  expect(labelled(all, 6).map(({ text }) => text)).toEqual(["Deal 5", "Deal 10", "Deal 15", "Deal 20"]);
  expect(labelled(all.slice(0, 3), 6)).toHaveLength(3);
});
