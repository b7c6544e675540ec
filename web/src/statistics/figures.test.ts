import { expect, it } from "vitest";

import type { Statistics } from "../protocol/types";
import { allOptionsText, asCsv, percent, rounded } from "./figures";

it("writes figures as people read them", () => {
  expect([percent(1, 3), percent(0, 0), rounded(2.345)]).toEqual(["33 %", "–", "2.3"]);
  expect(allOptionsText({ options: { players: 3, silly: true }, options_text: "silly" })).toBe("3 players, silly");
});

it("quotes what stands in a table's cells", () => {
  const one = { room: "r1", ended: 0, outcome: "won", score: null, taken_back: 0, asked: 2, opponents: ['Jo "Ace"'] };
  const text = asCsv({ counts: "", games: [{ game: "pyramid", options: {}, winnable: true, games: [one] }] } as unknown as Statistics);
  expect(text.split("\r\n")[1]).toBe('"pyramid","","1970-01-01T00:00:00.000Z","won","","0","2","yes","Jo ""Ace""","r1"');
});
