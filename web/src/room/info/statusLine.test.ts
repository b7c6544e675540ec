import { expect, test } from "vitest";

import { roomInfo, sitter, up, zone } from "../../../dev/build";
import type { RoomInfo } from "../../protocol/types";
import { calledOf, clockText, initials, othersOf, stateOf } from "./seats";
import { obstacleOf, reachOf } from "../../people/links/links";
import { missingOf, sequelOf, stripOf } from "./statusLine";
import { cardsToName, openPhrase } from "../../people/phrases";

const KIM = sitter(0, "Kim", { you: true });
const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("initials", () => {
  expect(["Ada", "Anna Lena Maier", "élan", "", "𝒳 y"].map(initials)).toEqual(["A", "AL", "É", "?", "𝒳Y"]);
});

test("what is to be known of a seat", () => {
  const seats = [LOU, BOT, sitter(2, "", { kind: "open" }), { ...LOU, here: false }, { ...LOU, stand_in: true }, { ...LOU, out_of_time: true }];
  expect(seats.map(stateOf)).toEqual(["", "bot", "free", "away", "away, a bot plays", "out of time, a bot plays"]);
  expect([KIM, LOU, seats[2]!].map(calledOf)).toEqual(["Kim (you)", "Lou", "Seat 3"]);
  expect(othersOf(roomInfo({ seats: [KIM, LOU, { ...BOT, seat: 2 }] }))).toEqual([LOU]);
});

test("clocks in words", () => {
  expect([0, 0.2, 59, 245, 3729, 86_400 * 3 + 4 * 3600].map(clockText)).toEqual(["0:00", "0:01", "0:59", "4:05", "1:02:09", "3 d 4 h"]);
});

test("a link says who can open it", () => {
  for (const host of ["127.0.0.1:7777", "localhost:7777", "[::1]:7777"]) expect(reachOf(`http://${host}/#/join/x`)).toContain("Only this computer");
  expect(reachOf("http://192.168.1.20:7777/#/join/x")).toBe("");
});

test("an invitation without a seat says why", () => {
  const free = sitter(1, "", { kind: "open" });
  expect(obstacleOf({ room: roomInfo({ seats: [LOU, free] }), seat: null })).toBe("");
  expect(obstacleOf({ room: roomInfo({ seats: [LOU, BOT] }), seat: null })).toContain("taken");
  expect(obstacleOf({ room: roomInfo({ seats: [LOU, BOT] }), seat: 1 })).toBe("");
  expect(obstacleOf({ room: roomInfo({ seats: [{ ...LOU, seat: 0 }, BOT] }), seat: 0 })).toContain("Lou sits there");
});

test("who is asked to agree sees what to, and answers", () => {
  const seats = [KIM, LOU, sitter(2, "Mia")];
  const asked = (seat: number, yes: number[] = [], to = 6) => stripOf(roomInfo({ seats, asking: { seat, to, yes } }), 0);
  expect(asked(1)?.text).toBe("Lou asks to take back the last move.");
  expect(asked(1, [], 4)?.text).toBe("Lou asks to take back the last 3 moves.");
  expect(asked(1)?.choices.map((choice) => choice.message)).toEqual([{ type: "consent", number: 7, yes: true }, { type: "consent", number: 7, yes: false }]);
  expect(asked(1, [0])?.choices).toEqual([]);
  expect(asked(0)?.text).toContain("The others are asked");
  expect(asked(0)?.choices).toEqual([{ label: "Withdraw", message: { type: "withdraw", number: 7 } }]);
  expect(stripOf(roomInfo({ seats: [LOU, { ...LOU, seat: 1 }], seat: null, asking: { seat: 1, to: 6, yes: [] } }), 0)?.text).toBe("You are watching.");
});

test("a pause is its host's to end; bots move step by step meanwhile", () => {
  expect(stripOf(roomInfo({ paused: true }), 1)?.choices.map((choice) => choice.label)).toEqual(["Go on", "One step"]);
  expect(stripOf(roomInfo({ paused: true, host: false }), 1)?.choices).toEqual([]);
  expect(stripOf(roomInfo({ paused: true, seats: [KIM, LOU] }), 1)?.choices.map((choice) => choice.label)).toEqual(["Go on"]);
});

test("who got up may sit down again; who ran out of time is told", () => {
  const left = stripOf(roomInfo({ seats: [{ ...BOT, seat: 0, may_sit: true }, LOU], seat: null }), 0);
  expect(left?.choices[0]?.message).toEqual({ type: "sit", seat: 0 });
  expect(stripOf(roomInfo({ seats: [{ ...KIM, out_of_time: true }, LOU] }), 0)?.text).toContain("run out");
});

test("an empty seat, watching, and nothing to say", () => {
  const empty = sitter(1, "", { kind: "open", here: false });
  expect(stripOf(roomInfo({ seats: [KIM, empty] }), 1)?.choices[0]?.message).toEqual({ type: "bot", seat: 1, kind: "club" });
  expect(stripOf(roomInfo({ seats: [KIM, empty] }), 0)).toBeNull();
  expect(stripOf(roomInfo({ seats: [BOT], seat: null }), 0)?.choices.map((choice) => choice.label)).toEqual(["Pause"]);
  expect(stripOf(roomInfo({ seats: [BOT], seat: null, host: false }), 0)?.choices).toEqual([]);
  expect(stripOf(roomInfo({ status: "over" }), null)).toBeNull();
});

test("the cards in sight can be named", () => {
  const cards = ["R1", "R2", "R3"].map((code) => ({ code, name: code, suit: "R", rank: 1 }));
  const zones = [zone("hand-0", "hand", "Hand", [up("R3")], { owner: 0 }), zone("table", "row", "Table", [up("R1")])];
  expect(cardsToName({ seat: 0, zones }, cards).map((card) => card.code)).toEqual(["R3", "R1"]);
  expect(cardsToName({ seat: null, zones: [] }, cards)).toEqual(cards);
  expect(["I have {card}.", "Place {card} next."].map(openPhrase)).toEqual(["I have …", "Place … next."]);
});

test("whoever plays again is told of to the others, who can come along", () => {
  const sequel = { room: "new", name: "Lou", you: false };
  const told = stripOf(roomInfo({ seats: [KIM, LOU], sequel }), 0);
  expect(told?.text).toBe("Lou plays again with the same people.");
  expect(told?.choices).toEqual([{ label: "Come along", href: "#/room/new" }]);
  expect(sequelOf(roomInfo({ seats: [KIM, LOU], status: "over", sequel: { ...sequel, you: true } }))?.choices[0]?.label).toBe("Go there");
  expect(sequelOf(roomInfo({ seats: [KIM, BOT], sequel: { ...sequel, you: true } }))).toBeNull();
  expect(sequelOf(roomInfo())).toBeNull();
});

test("who is yet to come into a room that begins by itself", () => {
  const away = { ...LOU, here: false };
  expect(missingOf(roomInfo({ seats: [KIM, away, { ...BOT, seat: 2 }] }))).toEqual([away]);
  expect(missingOf(roomInfo({ seats: [KIM, { ...away, gave: true }] }))).toEqual([]);
});

test("who watches bots pauses, steps and opens the hands, at the table", () => {
  const bots = { seats: [{ ...BOT, seat: 0 }, BOT], seat: null, may_open_hands: true };
  const labels = (more: Partial<RoomInfo>) => stripOf(roomInfo({ ...bots, ...more }), 0)?.choices.map((choice) => choice.label);
  expect(labels({})).toEqual(["Pause", "Open hands"]);
  expect(labels({ paused: true, hands: "open" })).toEqual(["Go on", "One step", "Close hands"]);
  expect(labels({ may_open_hands: false })).toEqual(["Pause"]);
  expect(stripOf(roomInfo({ ...bots, hands: "seen" }), 0)?.choices[1]?.message).toEqual({ type: "hands", open: true });
});
