import { expect, test } from "vitest";

import { seat, view } from "../../../dev/build";
import { announcesPrompt } from "./announcements";

const at = (turn: number | null, prompt: string) => view({ deck: "french", seats: [seat(0, "You"), seat(1, "Bo")], zones: [], turn, prompt });

test("the prompt is read out when it is somebody else's turn, and whenever it asks the reader for something new", () => {
  expect(announcesPrompt(null, at(1, "Bo is to play."), [])).toBe(true);
  expect(announcesPrompt(at(0, "Play any card."), at(1, "Bo is to play."), ["You play the 7."])).toBe(true);
  expect(announcesPrompt(at(0, "Choose a card."), at(0, "Choose a column."), [])).toBe(true);
  expect(announcesPrompt(at(0, "Choose a card."), at(0, "Choose a card."), [])).toBe(false);
});

test("the single steps of another's move are not read out", () => {
  expect(announcesPrompt(at(1, "Bo is to place a card."), at(1, "Bo is to choose a column."), [])).toBe(false);
});

test("what the news have said is not said again", () => {
  expect(announcesPrompt(at(1, "Bo is to discard a card."), at(null, "Bo wins."), ["Bo wins, with four 2s and four yellow cards."])).toBe(false);
  expect(announcesPrompt(at(1, "Bo is to discard a card."), at(null, "Bo wins."), ["Bo discards the red 5."])).toBe(true);
});
