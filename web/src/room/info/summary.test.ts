import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { dateText, isForgotten, resultText, sortRooms, summaryLine } from "./summary";

const NOW = Date.UTC(2030, 0, 20, 12);
const seconds = (days: number): number => NOW / 1000 - days * 86_400;

test("games with people come first, then where it is your turn, what is over last", () => {
  const rooms = [
    roomInfo({ id: "over", status: "over", your_turn: false, updated: 9 }),
    roomInfo({ id: "theirs", your_turn: false, updated: 8 }),
    roomInfo({ id: "waits", status: "waiting", your_turn: false, updated: 7 }),
    roomInfo({ id: "yours", updated: 1 }),
    roomInfo({ id: "friends", your_turn: false, updated: 2, seats: [sitter(0, "You", { you: true }), sitter(1, "Kim")] }),
  ];
  expect(sortRooms(rooms).map((room) => room.id)).toEqual(["friends", "yours", "theirs", "waits", "over"]);
});

test("a game without a move for two weeks is forgotten, unless it is over", () => {
  const old = { updated: seconds(15) };
  expect([isForgotten(roomInfo(old), NOW), isForgotten(roomInfo({ updated: seconds(13) }), NOW), isForgotten(roomInfo({ ...old, status: "over" }), NOW)]).toEqual([true, false, false]);
});

test("how a game ended for its reader", () => {
  const ended = (winners: number[], seats = 2, own = [0]) =>
    resultText(roomInfo({
      status: "over", result: { winners, sentence: "Ada wins.", scores: [], resigned: null },
      seats: Array.from({ length: seats }, (_, i) => sitter(i, `P${i}`, { you: own.includes(i) })),
    }));
  expect([ended([0]), ended([1]), ended([0, 1]), ended([0, 2], 4), ended([0], 2, [])]).toEqual(["Won", "Lost", "Ada wins.", "Won together", "Ada wins."]);
  expect(ended([], 1)).toBe("Lost");
  expect(resultText(roomInfo({ status: "given up" }))).toBe("Given up");
  const resigned = (seat: number) => roomInfo({ status: "given up", result: { winners: [1 - seat], sentence: "", scores: [], resigned: seat } });
  expect([0, 1].map((seat) => resultText(resigned(seat)))).toEqual(["Resigned", "Won, Bo resigned"]);
});

test("a room in a line", () => {
  const over = roomInfo({ status: "over", result: { winners: [0], sentence: "", scores: [], resigned: null }, score: "45", taken_back: 1, updated: seconds(30) });
  expect(summaryLine(over, NOW)).toBe("Won · score 45 · 1 move taken back · 21 Dec 2029");
  const waits = roomInfo({ status: "waiting", seats: [sitter(0, "Kim"), sitter(1, "", { kind: "open" })], tempo: "turns", updated: seconds(0) });
  expect(summaryLine(waits, NOW)).toBe("waiting for a player · just now");
  expect(summaryLine(roomInfo({ tempo: "turns", paused: true, updated: seconds(1) }), NOW)).toBe("paused · turn by turn · yesterday");
  expect(summaryLine(roomInfo({ test: true, updated: seconds(0) }), NOW)).toBe("test room · just now");
});

test("dates", () => {
  expect([0, 3, 40].map((days) => dateText(seconds(days), NOW))).toEqual(["just now", "3 days ago", "11 Dec 2029"]);
});
