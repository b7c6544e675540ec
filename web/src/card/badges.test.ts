import { expect, test } from "vitest";

import { fact } from "../../dev/build";
import { badgeOf } from "./badges";

const ROLES = [
  fact("role-trump", "Trump", "spades", { suit: "S", badge: "trump" }),
  fact("role-penalty", "Penalty", "hearts", { suit: "H", badge: "penalty" }),
  fact("role-reverse", "Reverse", "open", { badge: "reverse" }),
  fact("led", "Follow", "clubs", { suit: "C" }),
];

test("cards carry what is said of their suit, and nothing where nothing is", () => {
  expect(["QS", "10H", "2C", "2D", "X1"].map((code) => badgeOf(ROLES, "french", code)?.label)).toEqual(["Trump", "Penalty", undefined, undefined, undefined]);
});

test("a trump number marks the cards of that number in every suit", () => {
  const number = [fact("trump-number", "Trump number", "3", { number: 3, badge: "trump" })];
  expect(["R3", "V3", "B4"].map((code) => badgeOf(number, "sevendeck", code)?.label)).toEqual(["Trump number", "Trump number", undefined]);
});
