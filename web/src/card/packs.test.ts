import { describe, expect, test } from "vitest";

import { french, sevendeck, suitors } from "../../dev/packs";
import { lookOf } from "./packs";

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
  test("tells court cards, tens, the twin sevens and tiers", () => {
    expect(lookOf("french", "TD")).toMatchObject({ index: "10", shape: "diamond" });
    expect(lookOf("french", "KH").court).toBe(true);
    expect(lookOf("suitors", "S7b")).toMatchObject({ index: "7", shape: "spade", tier: 1 });
    expect(lookOf("suitors", "T11")).toMatchObject({ index: "11", shape: "star", tier: 5 });
    expect(lookOf("suitors", "THIEF").special).toBe("thief");
    expect(lookOf("sevendeck", "X2").special).toBe("joker");
  });
});
