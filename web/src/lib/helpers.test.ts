import { describe, expect, test } from "vitest";

import { french, sevendeck, suitors } from "../../dev/packs";
import { empty, up, ups, zone } from "../../dev/build";
import { lookOf } from "../card/packs";
import { fan, LEAST_SHOWN } from "./fan";
import { armOf, fit, fitCross, fitTrick } from "./fit";
import { nearest } from "./keys";
import { ago, Names, splitRules } from "./names";
import { frame, panBy, zoomAt } from "./pan";
import { parseRoute, rulesLink, tableLink } from "./route";
import { sides, trickOffset } from "./seats";
import { asDealt, sortHand } from "./sort";
import { patience } from "./connection";

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

  test("is one row where enough of each card shows, else two", () => {
    expect(fan(8, 340, 60).rows).toEqual([8]);
    expect(fan(14, 336, 60).rows).toEqual([7, 7]);
    expect(fan(15, 366, 65).rows).toEqual([8, 7]);
    expect(fan(0, 366, 65).rows).toEqual([]);
    for (let n = 1; n <= 17; n++) {
      const { rows, step } = fan(n, 336, 60);
      expect(rows.reduce((a, b) => a + b)).toBe(n);
      expect((rows[0]! - 1) * step + 60).toBeLessThanOrEqual(336.001);
      if (n <= 24) expect(step).toBeGreaterThanOrEqual(LEAST_SHOWN);
    }
  });
});

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

describe("the middle", () => {
  const cells = zone("cells", "cells", "Cells", Array.from({ length: 6 }, () => empty()));
  const room = { width: 344, height: 500, seats: 1, most: 120, least: 40 };

  test("makes cards as large as fit, and never wider than the room", () => {
    for (const height of [300, 500, 900]) {
      const { card, boxes } = fit([cells, { ...cells, id: "more" }], { ...room, height });
      expect(card).toBeGreaterThanOrEqual(40);
      for (const box of boxes.values()) expect(box.width).toBeLessThanOrEqual(344);
    }
  });
  test("keeps chains of the middle and of a seat in lines of their own", () => {
    const chain = (id: string, owner: number | null) => zone(id, "chain", id, ups("R1 R2"), { owner });
    const { lines } = fit([zone("t", "row", "Target", ups("G1")), chain("a", 0), chain("b", 0)], { ...room, width: 1200 });
    expect(lines.map((line) => line.map((z) => z.id))).toEqual([["t"], ["a", "b"]]);
  });
  test("a triangle of seven rows fits a small phone", () => {
    const faces = Array.from({ length: 7 }, (_, y) => Array.from({ length: y + 1 }, (_, x) => up("R1", { x, y }))).flat();
    expect(fit([zone("t", "triangle", "T", faces)], room).boxes.get("t")!.width).toBeLessThanOrEqual(344);
  });
});

describe("a trick on a narrow table", () => {
  const room = { width: 340, height: 260, seats: 4, most: 120, least: 34 };

  test("lies whole in the window", () => {
    for (const seats of [2, 3, 4, 5, 6]) {
      const { card, middle } = fitTrick({ ...room, seats }, []);
      for (let seat = 0; seat < seats; seat++) {
        const { x, y } = trickOffset(seat, seats, 0);
        expect(Math.abs(x) * card + card / 2).toBeLessThanOrEqual(170);
        expect(middle + (y - 0.5) * card * 1.4).toBeGreaterThanOrEqual(0);
        expect(middle + (y + 0.5) * card * 1.4).toBeLessThanOrEqual(260);
      }
    }
  });
  test("goes round what lies in a corner, and below what lies across", () => {
    const corner = fitTrick(room, [{ left: 0, top: 0, right: 80, bottom: 70 }]);
    const across = fitTrick(room, [{ left: 0, top: 0, right: 340, bottom: 70 }]);
    expect(corner.card).toBeGreaterThan(across.card);
    expect(across.middle - across.card * 1.4).toBeGreaterThan(70);
  });
});

describe("a cross", () => {
  test("fits a small phone", () => {
    const card = fitCross(340, 500, 128);
    expect(card).toBeGreaterThanOrEqual(40);
    expect(card * (1 + 2 * armOf("west", 6).length)).toBeLessThanOrEqual(340);
  });
  test("keeps its cards in their arms, the first at the outer end", () => {
    for (const place of ["north", "east", "south", "west"] as const) {
      for (const n of [1, 2, 6, 9]) {
        const { length, offsets } = armOf(place, n);
        const thick = place === "north" || place === "south" ? 1.4 : 1;
        expect(offsets[0]).toBe(0);
        expect(offsets.at(-1)! + thick).toBeLessThanOrEqual(length + 0.001);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      }
    }
  });
});

describe("an open table", () => {
  const faces = [up("R1", { x: -3, y: 0 }), up("R2", { x: 4, y: 2 })];

  test("is framed whole", () => {
    const camera = frame(faces, 400, 300, 100);
    expect(camera).toMatchObject({ x: 0.5, y: 1 });
    expect(camera.zoom * 1.1 * 8.2).toBeLessThanOrEqual(400.001);
  });
  test("keeps what lies under the finger when it zooms", () => {
    const before = { x: 2, y: 1, zoom: 50 };
    const after = zoomAt(before, 1.5, 120, -40);
    expect(before.x + 120 / (50 * 1.1)).toBeCloseTo(after.x + 120 / (after.zoom * 1.1));
    expect(before.y - 40 / (50 * 1.5)).toBeCloseTo(after.y - 40 / (after.zoom * 1.5));
  });
  test("follows the finger", () => expect(panBy({ x: 0, y: 0, zoom: 50 }, 55, 0).x).toBeCloseTo(-1));
});

describe("seats", () => {
  test("sit clockwise from the left", () => {
    expect(sides(3, false)).toEqual(["left", "top", "right"]);
    expect(sides(5, false)).toEqual(["left", "top", "top", "top", "right"]);
    expect(sides(3, true)).toEqual(["top", "top", "top"]);
  });
  test("lay their cards toward themselves", () => {
    expect(trickOffset(2, 4, 2).y).toBeGreaterThan(0);
    expect(trickOffset(3, 4, 2).x).toBeLessThan(0);
    expect(trickOffset(0, 4, 2).y).toBeLessThan(0);
    expect(trickOffset(1, 4, 2).x).toBeGreaterThan(0);
  });
});

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

test("addresses can be read back", () => {
  expect(parseRoute(tableLink("a b"))).toEqual({ page: "table", table: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  for (const hash of ["", "#/", "#/table/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});

test("arrow keys find the nearest place", () => {
  const at = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const places = [at(20, 0), at(60, 0), at(40, -50), at(0, 100)];
  expect(nearest(at(0, 0), places, "ArrowRight")).toBe(0);
  expect(nearest(at(40, 0), places, "ArrowUp")).toBe(2);
  expect(nearest(at(0, 0), places, "ArrowDown")).toBe(3);
  expect(nearest(at(0, 0), places, "ArrowLeft")).toBe(-1);
});

test("a lost connection is tried again after longer and longer, and never given up", () => {
  expect([0, 1, 2, 3, 10].map(patience)).toEqual([500, 1000, 2000, 4000, 8000]);
});

