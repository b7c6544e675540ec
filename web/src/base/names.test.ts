import { describe, expect, test } from "vitest";

import { sevendeck } from "../../dev/packs";
import { empty, seat, up, ups, zone } from "../../dev/build";
import { Names, shortenNames, shortName } from "./names";

describe("words", () => {
  const names = new Names(sevendeck, () => [seat(0, "You"), seat(1, "Ada")], 0);

  test("name cards and places", () => {
    expect(names.face(zone("h", "hand", "Hand", ups("R7 G1")), 0)).toBe("red 7");
    expect(names.face(zone("s", "stock", "Stock", [{ ...up(""), state: "down", code: null }], { count: 9 }), 0)).toBe("Stock, 9 cards");
    expect(names.face(zone("c", "cells", "Reserve", [empty()]), 0)).toBe("Reserve, place 1, empty");
    expect(names.face(zone("c", "grid", "Table", [empty({ x: 2, y: -1, place: "left of the red 4" })]), 0)).toBe("free place left of the red 4");
  });
  test("say whose a zone is", () => {
    expect(names.face(zone("hand-1", "hand", "Hand", [], { owner: 1 }), -1)).toBe("Ada's hand");
    expect(names.zone(zone("c", "chain", "Chain 2", [], { owner: 0 }))).toBe("Your chain 2");
    expect(names.zone(zone("s", "stock", "Stock", []))).toBe("Stock");
  });
  test("are short where a line has little room", () => {
    expect(["Wolfgang Maxim", "Wolfgang Maximilian", `${"W".repeat(24)} (2)`, "漢".repeat(24), "👨‍👩‍👧".repeat(9), "a\u0301".repeat(14), `\u2068${"ש".repeat(15)} (3)\u2069`].map(shortName)).toEqual(["Wolfgang Maxim", "Wolfgang…", "WWWWWWWWW… (2)", "漢漢漢漢…", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧…", "a\u0301".repeat(14), `\u2068${"ש".repeat(9)}… (3)\u2069`]);
    const wide = "w".repeat(24);
    expect(shortenNames(`${"W"}${wide.slice(1)} asks ${wide} (2) and Ada.`, [wide, `${wide} (2)`, "Ada"])).toBe("Wwwwwwwww… asks wwwwwwwww… (2) and Ada.");
    const long = new Names(sevendeck, () => [seat(0, "You"), seat(1, "Wolfgang Maximilian")], 0);
    const pile = zone("p", "pile", "Discard pile", [], { owner: 1 });
    expect([long.title(pile), long.zone(pile)]).toEqual(["Discard pile", "Wolfgang Maximilian's discard pile"]);
  });
  test("say who led, who wins so far, and who passed a card", () => {
    const trick = zone("trick", "trick", "Trick", [up("R7", { seat: 1 }), up("R1", { seat: 0, mark: "winning" })], { leader: 1 });
    expect([0, 1].map((at) => names.face(trick, at))).toEqual(["red 7, led by Ada", "red 1, played by you, wins"]);
    expect(names.face(zone("hand-0", "hand", "Hand", [up("R2", { seat: 1 })], { owner: 0 }), 0)).toBe("red 2, from Ada");
  });
  test("find the suit that a button names", () => {
    expect(names.suitLetter("Yellow")).toBe("Y");
    expect(names.suitLetter("Draw")).toBeNull();
  });
});
