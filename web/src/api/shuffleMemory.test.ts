// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";

import type { RoomInfo } from "../protocol/types";
import { follow, keep, kept } from "./shuffleMemory";

const SHOWN = "ab".repeat(32);
const room = (more: Partial<RoomInfo> = {}, gave = false): RoomInfo =>
  ({ id: "r", status: "waiting", commitment: SHOWN, seats: [{ seat: 0, you: false, gave: true }, { seat: 1, you: true, gave }], ...more }) as RoomInfo;

beforeEach(() => localStorage.clear());

test("randomness is added once, and the same again if it did not arrive", () => {
  const sent: string[] = [];
  const add = (value: string): boolean => sent.push(value) > 0;
  follow(room(), add);
  follow(room(), add);
  follow(room({}, true), add);
  follow(room({ status: "open" }, true), add);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(sent[1]).toBe(sent[0]);
  expect(kept("r")).toEqual({ commitment: SHOWN, mine: sent[0] });
});

test("what could not be sent was not added", () => {
  follow(room(), () => false);
  expect(kept("r")).toBeNull();
});

test("whoever only watches keeps what was shown first", () => {
  const never = (): boolean => expect.unreachable();
  follow(room({ status: "open" }), never);
  follow(room({ status: "open", commitment: "cd".repeat(32) }), never);
  expect(kept("r")).toEqual({ commitment: SHOWN, mine: null });
});

test("a chosen deal, or a game that is over, is not followed", () => {
  const never = (): boolean => expect.unreachable();
  follow(room({ commitment: "" }), never);
  follow(room({ status: "over" }), never);
  expect(kept("r")).toBeNull();
});

test("only so many rooms are kept, and nonsense is forgotten", () => {
  localStorage.setItem("sevenfold.shuffles", '{"a": 1}');
  expect(kept("r")).toBeNull();
  for (let i = 0; i < 310; i++) keep(`r${i}`, SHOWN, null);
  expect(kept("r0")).toBeNull();
  expect(kept("r309")).not.toBeNull();
});
