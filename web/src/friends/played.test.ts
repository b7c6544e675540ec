import { expect, test } from "vitest";
import type { PlayedWith } from "../protocol/types";
import { playedText } from "./played";

const one: PlayedWith = { room: "r", seat: 1, name: "Kim", state: "none", games: 0, won: 0, lost: 0, together: 0, last: 0 };

test("what became of the games with somebody", () => {
  expect(playedText(one)).toBe("No game has ended yet");
  expect(playedText({ ...one, games: 1, lost: 1 })).toBe("1 game, they won 1");
  expect(playedText({ ...one, games: 6, won: 2, lost: 1, together: 2 })).toBe("6 games, you won 2, they won 1, won together 2");
});
