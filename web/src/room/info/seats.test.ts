import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { clockText, comingsAndGoings, isAway, otherPeople, seatName, seatStatus } from "./seats";

const KIM = sitter(0, "Kim", { you: true });
const LOU = sitter(1, "Lou");
const BOT = sitter(1, "Bo", { kind: "bot", bot: "club", here: false });

test("what is to be known of a seat", () => {
  const seats = [LOU, BOT, sitter(2, "", { kind: "open" }), { ...LOU, here: false }, { ...LOU, stand_in: true }, { ...LOU, out_of_time: true }];
  expect(seats.map(seatStatus)).toEqual(["", "bot", "free", "away", "away, a bot plays", "out of time, a bot plays"]);
  expect([KIM, LOU, seats[2]!].map(seatName)).toEqual(["Kim (you)", "Lou", "Seat 3"]);
  expect(otherPeople(roomInfo({ seats: [KIM, LOU, { ...BOT, seat: 2 }] }))).toEqual([LOU]);
});

test("clocks in words", () => {
  expect([0, 0.2, 59, 245, 3729, 86_400 * 3 + 4 * 3600].map(clockText)).toEqual(["0:00", "0:01", "0:59", "4:05", "1:02:09", "3 d 4 h"]);
});

test("a face shows who is away, and readers without a connection that it is theirs which is lost", () => {
  const [me, other] = [sitter(0, "Kim", { you: true }), sitter(1, "Lou", { here: false })];
  const room = roomInfo({ seats: [me, other] });
  expect([me, other].map((seat) => isAway(seat, room, "open"))).toEqual([false, true]);
  expect(isAway(me, room, "lost")).toBe(true);
  expect(isAway(other, { ...room, status: "over" }, "open")).toBe(false);
  expect(isAway(sitter(1, "Ada", { kind: "bot", here: false }), room, "open")).toBe(false);
});

test("who goes and comes back is said", () => {
  const room = roomInfo({ seats: [sitter(0, "Kim", { you: true }), sitter(1, "Lou")] });
  const without = { ...room, seats: [room.seats[0]!, sitter(1, "Lou", { here: false })] };
  expect(comingsAndGoings(room, without)).toBe("Lou is away.");
  expect(comingsAndGoings(without, room)).toBe("Lou is back.");
  expect([comingsAndGoings(null, room), comingsAndGoings(room, room), comingsAndGoings(room, { ...without, tempo: "turns" })]).toEqual(["", "", ""]);
  expect(comingsAndGoings(room, { ...room, seats: [room.seats[0]!, sitter(1, "Max", { here: false })] })).toBe("");
});
