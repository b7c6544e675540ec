import { expect, test } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { mayDeal } from "./deals";

test("another deal may be chosen where no other people play", () => {
  const [you, bot, kim] = [sitter(0, "You", { you: true }), sitter(1, "Bo", { kind: "bot" }), sitter(1, "Kim")];
  expect([[you], [you, bot], [you, kim], [{ ...you, you: false }, bot]].map((seats) => mayDeal(roomInfo({ seats })))).toEqual([true, true, false, false]);
  expect([mayDeal(roomInfo({ seats: [you], status: "over" })), mayDeal(roomInfo({ seats: [you], status: "waiting" })), mayDeal(null)]).toEqual([true, false, false]);
});
