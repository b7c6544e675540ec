import { expect, test } from "vitest";

import type { View } from "../protocol/types";
import { dealPart, mayCome, needsRoom, type DealPart } from "./dealPart";

/** The views of a deal: the kind of decision, the cards of the trick, and the deals that were scored before. */
function played(...views: [phase: string, trick: number | null, deals?: number][]): DealPart {
  let part: DealPart | null = null;
  views.forEach(([phase, trick, deals = 0], made) => {
    part = dealPart(part, { phase, made, sheet: Array(deals), zones: trick === null ? [] : [{ kind: "trick", faces: Array(trick) }], result: null, trick_phases: [] } as unknown as View);
  });
  return part!;
}

test("before its tricks anything may be decided", () => {
  const part = played(["bid", 0], ["claim", 0]);
  expect(["bid", "play", "steal"].map((phase) => mayCome(part, phase))).toEqual([true, true, true]);
});
test("once a trick has its first card, what was decided before is not expected, nor what comes hardly ever", () => {
  const part = played(["bid", 0], ["claim", 0], ["claim", 0], ["play", 0], ["play", 1]);
  expect(["bid", "claim", "play", "steal"].map((phase) => mayCome(part, phase))).toEqual([false, false, true, false]);
});
test("answers have room from when somebody is asked for them, in a game without tricks from the beginning", () => {
  const bids = played(["bid", 0]);
  expect(["bid", "claim"].map((phase) => needsRoom(bids, phase))).toEqual([true, false]);
  const tricks = played(["bid", 0], ["bid", 0], ["play", 0], ["play", 1]);
  expect(["bid", "play"].map((phase) => needsRoom(tricks, phase))).toEqual([false, true]);
  expect(needsRoom(played(["attack", null]), "discard")).toBe(true);
});
test("tricks begin no other part where they do not need the room", () => {
  const bids = played(["bid", 0]);
  const view = (made: number, phase: string, cards: number): View => ({ phase, made, sheet: [], zones: [{ kind: "trick", faces: Array(cards) }], result: null }) as unknown as View;
  const tricks = [1, 0, 1].reduce((part, cards, i) => dealPart(part, view(i + 1, "play", cards), i > 0), bids);
  expect(tricks.key).toBe(bids.key);
  expect(["bid", "play"].map((phase) => needsRoom(tricks, phase))).toEqual([true, true]);
});
test("a trick that has been taken begins no other part", () => {
  const one = played(["bid", 0], ["play", 0], ["play", 1]);
  const other = played(["bid", 0], ["play", 0], ["play", 1], ["play", 4], ["play", 0]);
  expect(other.key).toBe(one.key);
});
test("what is asked in each trick is expected", () => {
  const part = played(["bid", 0], ["call", 0], ["play", 0], ["play", 1], ["call", 0], ["play", 1]);
  expect(["bid", "call"].map((phase) => mayCome(part, phase))).toEqual([false, true]);
});
test("what was asked for once before the first trick may be asked for before each, until the second begins without it", () => {
  const called = played(["bid", 0], ["bid", 0], ["call", 0], ["play", 0], ["play", 1]);
  expect(["bid", "call"].map((phase) => needsRoom(called, phase))).toEqual([false, true]);
  const claimed = played(["role", 0], ["role", 0], ["claim", 0], ["play", 0], ["play", 1], ["play", 2], ["play", 0]);
  expect(needsRoom(claimed, "claim")).toBe(true);
  const after = dealPart(claimed, { phase: "play", made: 7, sheet: [], zones: [{ kind: "trick", faces: [{}] }], result: null, trick_phases: [] } as unknown as View);
  expect(needsRoom(after, "claim")).toBe(false);
  expect(after.key).not.toBe(claimed.key);
});
test("who comes to the table in the midst of the tricks expects what was asked in those before", () => {
  const coming = (phase: string, trick_phases: string[]): DealPart => dealPart(null, { phase, made: 50, sheet: [], zones: [{ kind: "trick", faces: [{}] }], result: null, trick_phases } as unknown as View);
  expect(["bid", "call"].map((phase) => needsRoom(coming("play", ["call", "play"]), phase))).toEqual([false, true]);
  expect(needsRoom(coming("play", ["play"]), "call")).toBe(false);
});
test("each deal has its own parts, and an action taken back brings the first one back", () => {
  const bids = played(["bid", 0]);
  const tricks = played(["bid", 0], ["play", 0], ["play", 1]);
  const next = played(["bid", 0], ["play", 0], ["play", 1], ["bid", 0, 1]);
  expect(new Set([bids.key, tricks.key, next.key]).size).toBe(3);
  expect(mayCome(next, "bid")).toBe(true);
  const undone = dealPart(tricks, { phase: "bid", made: 0, sheet: [], zones: [], result: null, trick_phases: [] } as unknown as View);
  expect(undone.key).toBe(bids.key);
});
test("nothing changes once the game is over", () => {
  const tricks = played(["play", 0], ["play", 1]);
  expect(dealPart(tricks, { phase: "", made: 9, sheet: [null], zones: [], result: {}, trick_phases: [] } as unknown as View)).toBe(tricks);
});
