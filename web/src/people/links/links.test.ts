import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import type { GameInfo } from "../../protocol/types";
import { agreements, obstacleTo } from "./links";

const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("an invitation without a seat says why", () => {
  const free = sitter(1, "", { kind: "open" });
  expect(obstacleTo({ host: "Kim", room: roomInfo({ seats: [LOU, free] }), seat: null })).toBe("");
  expect(obstacleTo({ host: "Kim", room: roomInfo({ seats: [LOU, BOT] }), seat: null })).toContain("taken");
  expect(obstacleTo({ host: "Kim", room: roomInfo({ seats: [LOU, BOT] }), seat: 1 })).toBe("");
  expect(obstacleTo({ host: "Kim", room: roomInfo({ seats: [{ ...LOU, seat: 0 }, BOT] }), seat: 0 })).toContain("Lou sits there");
});

test("the invited read what is agreed, defaults included", () => {
  const option = { name: "target", label: "Target", about: "", values: [{ value: "four_deals", label: "four deals", about: "" }], default: "four_deals" };
  const game = { minutes: 25, options: [option] } as unknown as GameInfo;
  const room = roomInfo({ seats: [{ ...LOU, seat: 0 }, BOT], options: { target: "four_deals" }, clock: { seconds: 600, increment: 5 } });
  expect(agreements(room, game)).toEqual([
    { what: "Players", how: "2" },
    { what: "Target", how: "Four deals" },
    { what: "Tempo", how: "Live: everybody is at the table" },
    { what: "Clock", how: "10:00 each for the game, and 0:05 more for each move" },
    { what: "Takes", how: "About 25 minutes" },
  ]);
  expect(agreements({ ...room, options_text: "target: four deals", tempo: "turns", clock: null }, undefined).map(({ how }) => how)).toEqual(["2", "target: four deals", "Turn by turn: play whenever you find the time", "None"]);
  expect(agreements({ ...room, test: true }, game)[0]?.how).toContain("The host may see all hands");
});
