import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import type { View } from "../../protocol/types";
import { celebratesOnce, isWon } from "./celebration";

const ended = (winners: number[]): View => ({ result: { winners, returns: [], truncated: false, sentence: "" } }) as unknown as View;
const mine = { seats: [sitter(0, "You", { you: true }), sitter(1, "Bo", { kind: "bot" as const })], status: "over" as const };

test("only one's own win is celebrated", () => {
  expect([[0], [1], [0, 1], []].map((winners) => isWon(roomInfo(mine), ended(winners)))).toEqual([true, false, true, false]);
  expect(isWon(roomInfo({ ...mine, status: "given up" }), ended([0]))).toBe(false);
  expect([isWon(roomInfo({ ...mine, seats: [sitter(0, "Kim"), sitter(1, "Lou")] }), ended([0])), isWon(roomInfo(mine), { result: null } as View)]).toEqual([false, false]);
});

test("it is celebrated once, and not where the page is opened after the end", () => {
  const room = roomInfo({ ...mine, id: "once" });
  expect([celebratesOnce(room, ended([0]), false), celebratesOnce(room, ended([0]), true), celebratesOnce(room, ended([0]), true)]).toEqual([false, true, false]);
});
