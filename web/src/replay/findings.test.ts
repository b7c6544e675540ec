import { expect, test } from "vitest";

import type { GameReview, ReviewedDecision } from "../protocol/types";
import { costliestOpen, dealMarks, graphOf } from "./findings";

const decision = (made: number, level: number, more: Partial<ReviewedDecision> = {}): ReviewedDecision => ({
  made, level, cost: 0, label: `Play ${made}`, expected_text: "", best: "", best_text: "", best_spots: [], spots: [], cost_text: "12 % winning chance", is_mistake: false, reason: "", open: null, ...more,
});
const review: GameReview = {
  seat: 0, done: 3, of: 3, is_done: true, is_chance: true, is_relative: false, end: 1, engine: "search:1", version: "0", budget: 1, samples: 4,
  decisions: [decision(2, 0.25), decision(4, 0.5, { is_mistake: true, open: { text: "", cost: 0, solver: "" } }), decision(6, 0.75, { open: { text: "", cost: 2, solver: "" } })],
};

test("chances to win go from 0 to 100 per cent, and end where the game ended", () => {
  const graph = graphOf(review, 8);
  expect(graph.points.map(({ made, x, y, isMistake }) => [made, x, y, isMistake])).toEqual([[2, 0.25, 0.25, false], [4, 0.5, 0.5, true], [6, 0.75, 0.75, false], [8, 1, 1, false]]);
  expect([graph.title, graph.labels.map(({ text }) => text), graph.end]).toEqual(["Chance to win", ["0 %", "50 %", "100 %"], "100 %"]);
  expect([graph.points[1]!.label, graph.points[3]!.label]).toEqual(["Play 4, a mistake: it cost 12 % winning chance", "The end: 100 %"]);
  expect(graphOf({ ...review, end: 0 }, 8).points.at(-1)).toMatchObject({ x: 1, y: 0 });
});

test("a game that was given up, or a review that is not done, has no end", () => {
  expect(graphOf({ ...review, end: null }, 8).points).toHaveLength(3);
  expect(graphOf({ ...review, is_done: false }, 8).points).toHaveLength(3);
});

test("points are drawn between the least and the most, with nothing marked", () => {
  const graph = graphOf({ ...review, is_chance: false, end: 6, decisions: [decision(2, -2), decision(4, 2)] }, 8);
  expect(graph.points.map(({ y }) => y)).toEqual([0, 0.5, 1]);
  expect([graph.title, graph.labels]).toEqual(["Expected result, in points", [{ y: 0, text: "−2" }, { y: 0.25, text: "0" }, { y: 1, text: "+6" }]]);
  expect(graphOf({ ...review, is_chance: false, is_relative: true, end: null, decisions: [decision(1, 0)] }, 1)).toMatchObject({ labels: [{ y: 0.5, text: "0" }], points: [{ y: 0.5 }] });
});

test("deals are marked where there are several", () => {
  expect(dealMarks([0], 10)).toEqual([]);
  expect(dealMarks([0, 4, 8], 10)).toEqual([{ x: 0.4, text: "2" }, { x: 0.8, text: "3" }]);
});

test("what hands open show is listed apart", () => {
  expect(costliestOpen(review).map((one) => one.made)).toEqual([6]);
});
