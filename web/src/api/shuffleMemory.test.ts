// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";

import type { RoomInfo } from "../protocol/types";
import { contribute, rememberShuffle, rememberedShuffle } from "./shuffleMemory";

const SHOWN = "ab".repeat(32);
const room = (more: Partial<RoomInfo> = {}, gave = false): RoomInfo =>
  ({ id: "r", status: "waiting", commitment: SHOWN, seats: [{ seat: 0, you: false, gave: true }, { seat: 1, you: true, gave }], ...more }) as RoomInfo;

beforeEach(() => localStorage.clear());

test("randomness is added once, and the same again if it did not arrive", () => {
  const sent: string[] = [];
  const add = (value: string): boolean => sent.push(value) > 0;
  contribute(room(), add);
  contribute(room(), add);
  contribute(room({}, true), add);
  contribute(room({ status: "open" }, true), add);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(sent[1]).toBe(sent[0]);
  expect(rememberedShuffle("r")).toEqual({ commitment: SHOWN, mine: sent[0] });
});

test("what could not be sent was not added", () => {
  contribute(room(), () => false);
  expect(rememberedShuffle("r")).toBeNull();
});

test("whoever only watches keeps what was shown first", () => {
  const never = (): boolean => expect.unreachable();
  contribute(room({ status: "open" }), never);
  contribute(room({ status: "open", commitment: "cd".repeat(32) }), never);
  expect(rememberedShuffle("r")).toEqual({ commitment: SHOWN, mine: null });
});

test("a chosen deal, or a game that is over, is not followed", () => {
  const never = (): boolean => expect.unreachable();
  contribute(room({ commitment: "" }), never);
  contribute(room({ status: "over" }), never);
  expect(rememberedShuffle("r")).toBeNull();
});

test("only so many rooms are rememberedShuffle, and nonsense is forgotten", () => {
  localStorage.setItem("sevenfold.shuffles", '{"a": 1}');
  expect(rememberedShuffle("r")).toBeNull();
  for (let i = 0; i < 310; i++) rememberShuffle(`r${i}`, SHOWN, null);
  expect(rememberedShuffle("r0")).toBeNull();
  expect(rememberedShuffle("r309")).not.toBeNull();
});
