import { expect, test } from "vitest";
import type { TableInfo } from "../protocol/types";
import { howPlayed, whoWaits } from "./tables";

const table: TableInfo = { room: "r", game: "sane_sevens", name: "Sane Sevens", options_text: "", tempo: "live", pace: "normal", clock: null, people: ["Ada"], bots: 0, free: 1, since: 0 };

test("how a game is played", () => {
  expect(howPlayed(table)).toBe("live");
  expect(howPlayed({ ...table, options_text: "bids", tempo: "turns", clock: { seconds: 259_200, increment: 3600 } })).toBe("bids · turn by turn · 3 days each");
  expect(howPlayed({ ...table, clock: { seconds: 300, increment: 3 } })).toBe("live · 5:00 each");
});

test("who waits", () => {
  expect(whoWaits(table)).toBe("Ada waits, 1 seat is free");
  expect(whoWaits({ ...table, people: ["Ada", "Kim", "Lou"], free: 2, bots: 1 })).toBe("Ada, Kim, and Lou wait, 2 seats are free, 1 bot");
  expect(whoWaits({ ...table, people: [], free: 0, bots: 2 })).toBe("Nobody sits there yet, 2 bots");
});
