import { describe, expect, test } from "vitest";

import { french, sevendeck, suitors } from "../../dev/packs";
import { lookOf, suitOf } from "./packs";

describe("packs", () => {
  test("every card of every pack has a symbol and an index", () => {
    for (const pack of [french("A23456789TJQK"), sevendeck, suitors]) {
      for (const card of pack.cards) {
        const look = lookOf(pack.deck, card.code);
        expect(look.index, card.code).not.toBe("");
        expect(look.shape !== null || look.special !== "", card.code).toBe(true);
      }
    }
  });
  test("draws a pack of somebody's own by what its deck says", () => {
    const deck = "A|gem|blue;AB|M0 -40L40 40L-40 40Z|red";
    expect(lookOf(deck, "A7")).toMatchObject({ index: "7", shape: "gem", colour: "blue" });
    expect(lookOf(deck, "AB12")).toMatchObject({ index: "12", shape: { path: "M0 -40L40 40L-40 40Z" }, colour: "red" });
    expect(lookOf(deck, "AB12e")).toMatchObject({ index: "12" }); // the fifth of cards that are alike
    expect(lookOf(deck, "A").court).toBe(false);
    expect(suitOf(deck, "Z")).toBe(null);
    expect(lookOf("unheard of", "K1")).toMatchObject({ index: "K1", shape: null });
  });
  test("tells court cards, tens, the twin sevens and tiers", () => {
    expect(lookOf("french", "TD")).toMatchObject({ index: "10", shape: "diamond" });
    expect(lookOf("french", "KH").court).toBe(true);
    expect(lookOf("suitors", "S7b")).toMatchObject({ index: "7", shape: "spade", tier: 1 });
    expect(lookOf("suitors", "T11")).toMatchObject({ index: "11", shape: "star", tier: 5 });
    expect(lookOf("suitors", "THIEF").special).toBe("thief");
    expect(lookOf("sevendeck", "X2").special).toBe("joker");
  });
});
