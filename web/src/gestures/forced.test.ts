import { expect, test } from "vitest";

import { hidden, move, ups, view, zone } from "../../dev/build";
import type { View } from "../protocol/types";
import { isForced } from "./forced";

const CARD = move([3], "play R1", "Play red 1", [["hand-0", 0]]);
const DRAW = move([50], "draw", "Draw a card", [["stock", 0]]);
const trick = zone("trick", "trick", "Trick", []);
const table = (cards: string, more: Partial<View> = {}) =>
  view({ deck: "sevendeck", seats: [], zones: [zone("hand-0", "hand", "Hand", ups(cards), { owner: 0 }), hidden(1, 1), trick], moves: [CARD], ...more });

test("always: whatever is the only move; never: nothing", () => {
  expect([table("R1"), table("R1 R2"), table("R1", { moves: [DRAW] })].map((one) => isForced(one, "always"))).toEqual([true, true, true]);
  expect([table("R1"), table("R1 R2"), table("R1", { moves: [DRAW] })].map((one) => isForced(one, "never"))).toEqual([false, false, false]);
});

test("the last card of a deal is the last of a hand that plays to tricks", () => {
  const noTricks = table("R1");
  noTricks.zones.pop();
  expect([table("R1"), table("R1 R2"), table("R1", { moves: [DRAW] }), noTricks].map((one) => isForced(one, "last"))).toEqual([true, false, false, false]);
});

test("what is asked for, and a choice, are never made for anybody", () => {
  expect([table("R1", { ask: true }), table("R1", { moves: [CARD, DRAW] })].map((one) => isForced(one, "always"))).toEqual([false, false]);
});
