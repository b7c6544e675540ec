import { expect, test } from "vitest";

import { VIEWS } from "../../dev/views";
import type { News, View } from "../protocol/types";
import { soundsBetween } from "./soundsBetween";
import { TONES } from "./play";

const base: View = { ...Object.values(VIEWS)[0]!(), seat: 0, turn: 1, made: 10, news: [], result: null };
const news = (number: number, kind: string, flights = 1): News => ({
  number, kind, seat: 1, to: null, is_move: false, shows: "", text: "", flights: Array.from({ length: flights }, () => ({ code: null, start: "a", end: "b" })),
});
const next = (changes: Partial<View>): string[] => soundsBetween(base, { ...base, made: 11, ...changes });

test("a card, a trick and one's turn are heard", () => {
  expect(next({ news: [news(11, "play")] })).toEqual(["card"]);
  expect(next({ news: [news(11, "play"), news(11, "trick", 0)] })).toEqual(["trick"]);
  expect(next({ news: [news(11, "play")], turn: 0 })).toEqual(["card", "turn"]);
  expect(next({ news: [news(11, "bid", 0)] })).toEqual([]);
});

test("what was soundsBetween before is not soundsBetween again", () => {
  expect(soundsBetween(base, base)).toEqual([]);
  expect(next({ news: [news(9, "play")] })).toEqual([]);
  expect(soundsBetween({ ...base, turn: 0 }, { ...base, made: 11, turn: 0 })).toEqual([]);
});

test("only who has won hears it", () => {
  const result = (winners: number[]) => ({ winners, returns: [], truncated: false, sentence: "" });
  expect(next({ result: result([0]), turn: null })).toEqual(["win"]);
  expect(next({ result: result([1]), turn: null })).toEqual([]);
  expect(next({ result: result([0]), turn: null, seat: null })).toEqual([]);
});

test("sounds are short and soft", () => {
  for (const tones of Object.values(TONES)) {
    for (const { at, length, volume } of tones) {
      expect(at + length).toBeLessThan(0.8);
      expect(volume).toBeLessThanOrEqual(0.12);
    }
  }
});
