import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import type { RoomInfo } from "../../protocol/types";
import { missingSeats, rematchLine, statusLine } from "./statusLine";

const KIM = sitter(0, "Kim", { you: true });
const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("who is asked to agree sees what to, and answers", () => {
  const seats = [KIM, LOU, sitter(2, "Mia")];
  const asked = (seat: number, yes: number[] = [], to = 6) => statusLine(roomInfo({ seats, asking: { seat, to, yes } }), 0);
  expect(asked(1)?.text).toBe("Lou asks to take back the last move.");
  expect(asked(1, [], 4)?.text).toBe("Lou asks to take back the last 3 moves.");
  expect(asked(1)?.choices.map((choice) => choice.message)).toEqual([{ type: "consent", number: 7, yes: true }, { type: "consent", number: 7, yes: false }]);
  expect(asked(1, [0])?.choices).toEqual([]);
  expect(asked(0)?.text).toContain("The others are asked");
  expect(asked(0)?.choices).toEqual([{ label: "Withdraw", message: { type: "withdraw", number: 7 } }]);
  expect(statusLine(roomInfo({ seats: [LOU, { ...LOU, seat: 1 }], seat: null, asking: { seat: 1, to: 6, yes: [] } }), 0)?.text).toBe("You are watching.");
});

test("a pause is its host's to end; bots move step by step meanwhile", () => {
  expect(statusLine(roomInfo({ paused: true }), 1)?.choices.map((choice) => choice.label)).toEqual(["Go on", "One step"]);
  expect(statusLine(roomInfo({ paused: true, host: false }), 1)?.choices).toEqual([]);
  expect(statusLine(roomInfo({ paused: true, seats: [KIM, LOU] }), 1)?.choices.map((choice) => choice.label)).toEqual(["Go on"]);
});

test("who got up may sit down again; who ran out of time is told", () => {
  const left = statusLine(roomInfo({ seats: [{ ...BOT, seat: 0, may_sit: true }, LOU], seat: null }), 0);
  expect(left?.choices[0]?.message).toEqual({ type: "sit", seat: 0 });
  expect(statusLine(roomInfo({ seats: [{ ...KIM, out_of_time: true }, LOU] }), 0)?.text).toContain("run out");
});

test("an empty seat, watching, and nothing to say", () => {
  const empty = sitter(1, "", { kind: "open", here: false });
  expect(statusLine(roomInfo({ seats: [KIM, empty] }), 1)?.choices[0]?.message).toEqual({ type: "bot", seat: 1, kind: "club" });
  expect(statusLine(roomInfo({ seats: [KIM, empty] }), 0)).toBeNull();
  expect(statusLine(roomInfo({ seats: [BOT], seat: null }), 0)?.choices.map((choice) => choice.label)).toEqual(["Pause"]);
  expect(statusLine(roomInfo({ seats: [BOT], seat: null, host: false }), 0)?.choices).toEqual([]);
  expect(statusLine(roomInfo({ status: "over" }), null)).toBeNull();
});

test("who may have lost their seat here is offered the way back, whatever else there is to say", () => {
  const watched = { seats: [{ ...KIM, you: false }, LOU], seat: null, host: false };
  const labels = (more: Partial<RoomInfo>) => statusLine(roomInfo({ ...watched, ...more }), 0)?.choices.map((choice) => choice.label);
  expect(labels({})).toEqual(["Is a seat yours?"]);
  expect(labels({ paused: true })).toEqual(["Is a seat yours?"]);
  expect(labels({ sequel: { room: "new", name: "Lou", you: false } })).toEqual(["Come along", "Is a seat yours?"]);
  expect(labels({ host: true })).not.toContain("Is a seat yours?");
  expect(labels({ seats: [KIM, LOU], paused: true })).toEqual([]);
  expect(labels({ seats: [{ ...BOT, seat: 0, may_sit: true }, LOU] })).toEqual(["Sit down again"]);
  expect(labels({ seats: [{ ...BOT, seat: 0 }, BOT] })).toEqual([]);
});

test("whoever plays again is told of to the others, who can come along", () => {
  const sequel = { room: "new", name: "Lou", you: false };
  const told = statusLine(roomInfo({ seats: [KIM, LOU], sequel }), 0);
  expect(told?.text).toBe("Lou plays again with the same people.");
  expect(told?.choices).toEqual([{ label: "Come along", href: "#/room/new" }]);
  expect(rematchLine(roomInfo({ seats: [KIM, LOU], status: "over", sequel: { ...sequel, you: true } }))?.choices[0]?.label).toBe("Go there");
  expect(rematchLine(roomInfo({ seats: [KIM, BOT], sequel: { ...sequel, you: true } }))).toBeNull();
  expect(rematchLine(roomInfo())).toBeNull();
});

test("who is yet to come into a room that begins by itself", () => {
  const away = { ...LOU, here: false };
  expect(missingSeats(roomInfo({ seats: [KIM, away, { ...BOT, seat: 2 }] }))).toEqual([away]);
  const room = roomInfo({ seats: [KIM, { ...away, gave: true }] });
  expect(missingSeats(room)).toHaveLength(1);
  expect(missingSeats({ ...room, tempo: "turns" })).toEqual([]);
});

test("who watches bots pauses, steps and opens the hands, at the table", () => {
  const bots = { seats: [{ ...BOT, seat: 0 }, BOT], seat: null, may_open_hands: true };
  const labels = (more: Partial<RoomInfo>) => statusLine(roomInfo({ ...bots, ...more }), 0)?.choices.map((choice) => choice.label);
  expect(labels({})).toEqual(["Pause", "Open hands"]);
  expect(labels({ paused: true, hands: "open" })).toEqual(["Go on", "One step", "Close hands"]);
  expect(labels({ may_open_hands: false })).toEqual(["Pause"]);
  expect(statusLine(roomInfo({ ...bots, hands: "seen" }), 0)?.choices[1]?.message).toEqual({ type: "hands", open: true });
});

test("a test room is always named as one; its host lets held bots go", () => {
  expect(statusLine(roomInfo({ test: true }), 0)).toEqual({ text: "Test room: this game does not count.", choices: [] });
  expect(statusLine(roomInfo({ test: true, sees_all: true }), 0)?.text).toBe("Test room, all hands open: this game does not count.");
  expect(statusLine(roomInfo({ test: true, paused: true, host: false }), 0)?.text).toBe("Test room. The game is paused; its host lets it go on.");
  const held = (host: boolean) => statusLine(roomInfo({ test: true, held: true, host }), 1);
  expect(held(true)).toEqual({ text: "Test room. The bots are held.", choices: [{ label: "Let them go", message: { type: "hold", on: false } }] });
  expect(held(false)?.choices).toEqual([]);
  expect(statusLine(roomInfo({ test: true, held: true, seats: [KIM, LOU] }), 1)?.text).not.toContain("held");
});
