import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { obstacleTo } from "./links";

const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("an invitation without a seat says why", () => {
  const free = sitter(1, "", { kind: "open" });
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, free] }), seat: null })).toBe("");
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, BOT] }), seat: null })).toContain("taken");
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, BOT] }), seat: 1 })).toBe("");
  expect(obstacleTo({ room: roomInfo({ seats: [{ ...LOU, seat: 0 }, BOT] }), seat: 0 })).toContain("Lou sits there");
});
