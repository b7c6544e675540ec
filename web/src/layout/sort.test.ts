import { describe, expect, test } from "vitest";

import { up, ups, zone } from "../../dev/build";
import { french, sevendeck } from "../../dev/packs";
import { asDealt, setsOf, sortHand } from "./sort";

describe("hands", () => {
  const { cards } = french("789TJQKA");
  const hand = ["AC", "7S", "9D", "KS", "9H", "8C"];

  test("by suit keeps dark and bright suits apart", () => {
    expect(sortHand(hand, "suit", cards, "french")).toEqual(["7S", "KS", "9H", "8C", "AC", "9D"]);
  });
  test("by rank", () => expect(sortHand(hand, "rank", cards, "french")).toEqual(["7S", "8C", "9H", "9D", "KS", "AC"]));
  test("as dealt", () => expect(sortHand(hand, "dealt", cards, "french")).toEqual(hand));
  test("the colours of a pack stay in their order, jokers last", () => {
    expect(sortHand(["X1", "V1", "R7", "G2", "R3"], "suit", sevendeck.cards, "sevendeck")).toEqual(["R3", "R7", "G2", "V1", "X1"]);
  });
  test("cards that come go to the end", () => expect(asDealt(["A", "B", "C"], ["C", "D", "A"])).toEqual(["A", "C", "D"]));
});

test("a winning hand lies in its two sets, with what they share between them", () => {
  const faces = [up("R1", { mark: "suit" }), up("R3", { mark: "pivot" }), up("B3", { mark: "number" }), up("G3", { mark: "number" })];
  expect(setsOf(zone("hand-0", "hand", "Hand", faces))).toEqual([2, 3, 1, 0]);
  expect(setsOf(zone("hand-0", "hand", "Hand", ups("R1 R2")))).toBeNull();
});
