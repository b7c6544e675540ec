import { describe, expect, test } from "vitest";

import { french, sevendeck } from "../../dev/packs";
import { asDealt, sortHand } from "./sort";

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
