import { expect, test } from "vitest";

import type { DailyAttempt, DailyBar, DailyResults, RoomInfo } from "../protocol/types";
import { attemptText, barText, dayEndText, durationText, noteText, puzzleText, sharedLink, shareText, streakText } from "./words";

const won: DailyAttempt = { game: "pyramid", options: {}, room: "abc", outcome: "won", moves: 43, score: "", seconds: 200, taken_back: 0 };
const streak = { game: "", played: 5, won: 2, longest_played: 9, longest_won: 2, days: [] };

test("how an attempt went", () => {
  expect(attemptText(won)).toBe("won in 43 moves");
  expect(attemptText({ ...won, moves: 1, taken_back: 2 })).toBe("won in 1 move, 2 moves taken back");
  expect(attemptText({ ...won, outcome: "given up" })).toBe("given up");
  expect(attemptText({ ...won, outcome: "" })).toBe("not finished");
});

test("days in a row, from two on", () => {
  expect([1, 2, 5, 5].map((played, i) => streakText({ played, won: [1, 0, 3, 5][i]! }))).toEqual(["", "2 days in a row", "5 days in a row, the last 3 won", "5 days in a row, all won"]);
});

test("how long something took", () => {
  expect([5, 240, 7500, 200_000].map(durationText)).toEqual(["1 min", "4 min", "2 h 5 min", "2 days"]);
});

test("bars are called by their moves", () => {
  const bar: DailyBar = { outcome: "won", least: 40, most: 44, count: 3, yours: false };
  expect([bar, { ...bar, most: 40 }, { ...bar, outcome: "lost" as const }].map(barText)).toEqual(["40–44 moves", "40 moves", "Lost"]);
});

test("the text to paste has game, date, result and days in a row, the options if they are unusual, and nothing before the end", () => {
  const year = new Date().getUTCFullYear();
  const results = { date: `${year}-11-26`, ends: 0, game: "pyramid", name: "Pyramid", options: {}, options_text: "", mine: won, streak, streak_in_game: streak, others: null } as DailyResults;
  expect(shareText(results, "https://cards.example/")).toBe("Sevenfold, Pyramid, 26 November: won in 43 moves, 5 days in a row\nhttps://cards.example/");
  expect(shareText({ ...results, options_text: "rows: 6", streak: { ...streak, played: 1 } }, "")).toBe("Sevenfold, Pyramid (rows: 6), 26 November: won in 43 moves");
  expect(shareText({ ...results, mine: { ...won, outcome: "" } }, "")).toBeNull();
  expect(shareText({ ...results, mine: null }, "")).toBeNull();
});

test("no link to a server that nobody else reaches", () => {
  const at = (url: string): string => sharedLink("#/daily/pyramid", new URL(url));
  expect([at("http://localhost:7777/"), at("http://127.0.0.1:7777/"), at("http://[::1]:7777/")]).toEqual(["", "", ""]);
  expect(at("https://cards.example/seven/#/room/abc")).toBe("https://cards.example/seven/daily/pyramid");
});

test("a puzzle that was solved, to paste", () => {
  const solved = { date: "2026-11-26", name: "Chain Up", at_first: true };
  expect(puzzleText(solved, 3, "https://cards.example/puzzle")).toBe("Sevenfold, puzzle of the day, Chain Up, 26 November: solved at the first try, 3 days in a row\nhttps://cards.example/puzzle");
  expect(puzzleText({ ...solved, at_first: false }, 1, "")).toBe("Sevenfold, puzzle of the day, Chain Up, 26 November: solved");
});

test("at the table: when the day ends", () => {
  const ends = Date.UTC(2026, 10, 27) / 1000;
  const at = new Date(ends * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  expect(dayEndText(ends, (ends - 3 * 3600 - 60) * 1000)).toBe(`The day ends at ${at} your time: 3 h 1 min left.`);
  expect(dayEndText(ends, ends * 1000)).toBe("That day is over, but an attempt still counts for it.");
});

test("at the table: whether this is the attempt that counts", () => {
  const room = { id: "abc", status: "open", seats: [{ seat: 0, you: true }], result: null } as unknown as RoomInfo;
  const over = { ...room, status: "over", result: { winners: [0] } } as RoomInfo;
  expect(noteText(room, null)).toBe("Your first attempt counts, from your first move on.");
  expect(noteText(room, { ...won, outcome: "" })).toBe("This is your attempt, which counts.");
  expect(noteText({ ...room, id: "other" }, { ...won, outcome: "" })).toBe("Your attempt, which counts, goes on elsewhere: finish it or give it up first.");
  expect(noteText(over, won)).toBe("This was your attempt, which counts.");
  expect(noteText(over, { ...won, outcome: "lost" })).toBe("For fun: your first attempt counts, lost.");
  expect(noteText({ ...room, id: "other" }, won)).toBe("For fun: your first attempt counts, won in 43 moves.");
});
