import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { accessNote, obstacleTo } from "./links";

const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("a link says who can open it", () => {
  for (const host of ["127.0.0.1:7777", "localhost:7777", "[::1]:7777"]) expect(accessNote(`http://${host}/#/join/x`)).toContain("Only this computer");
  expect(accessNote("http://192.168.1.20:7777/#/join/x")).toBe("");
});

test("an invitation without a seat says why", () => {
  const free = sitter(1, "", { kind: "open" });
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, free] }), seat: null })).toBe("");
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, BOT] }), seat: null })).toContain("taken");
  expect(obstacleTo({ room: roomInfo({ seats: [LOU, BOT] }), seat: 1 })).toBe("");
  expect(obstacleTo({ room: roomInfo({ seats: [{ ...LOU, seat: 0 }, BOT] }), seat: 0 })).toContain("Lou sits there");
});
