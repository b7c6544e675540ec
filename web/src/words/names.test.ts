import { describe, expect, test } from "vitest";

import { sevendeck } from "../../dev/packs";
import { empty, up, ups, zone } from "../../dev/build";
import { ago, Names, splitRules } from "./names";

describe("words", () => {
  const names = new Names(sevendeck);

  test("name cards and places", () => {
    expect(names.face(zone("h", "hand", "Hand", ups("R7 G1")), 0)).toBe("red 7");
    expect(names.face(zone("s", "stock", "Stock", [{ ...up(""), state: "down", code: null }], { count: 9 }), 0)).toBe("Stock, 9 cards");
    expect(names.face(zone("c", "cells", "Reserve", [empty()]), 0)).toBe("Reserve, place 1, empty");
    expect(names.face(zone("c", "grid", "Table", [empty({ x: 2, y: -1 })]), 0)).toBe("free place, column 2, row -1");
    expect(names.face(zone("hand-1", "hand", "Hand of Ada", []), -1)).toBe("Hand of Ada");
  });
  test("find the suit that a button names", () => {
    expect(names.suitLetter("Yellow")).toBe("Y");
    expect(names.suitLetter("Draw")).toBeNull();
  });
  test("find the rules in a sentence", () => {
    expect(splitRules("Follow moons (SUITORS-5).")).toEqual(["Follow moons (", "SUITORS-5", ")."]);
  });
  test("tell how long ago", () => {
    expect(ago(0, 30_000)).toBe("just now");
    expect(ago(1_795_221_102.5, 1_795_221_222_500)).toBe("2 min. ago");
    expect(ago(1_795_221_102.5, 1_795_224_702_500)).toBe("1 hr. ago");
  });
});
