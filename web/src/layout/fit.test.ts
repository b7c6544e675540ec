import { describe, expect, test } from "vitest";

import { empty, up, ups, zone } from "../../dev/build";
import { CROSS, armOf, fitCross } from "./cross";
import { fit, keptRooms } from "./fit";

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
  test("keeps room for the sign beside a pile's name, before anything lies beneath it, unless all would be lower for it", () => {
    const piles = (beneath: string[]) => ["a", "b", "c", "d", "e"].map((id) => zone(id, "pile", "Orange", ups("R1"), { purpose: "discard", beneath }));
    const across = (width: number, beneath: string[] = []) => [...fit(piles(beneath), { ...room, height: 90, width, least: 34, between: 12 }).boxes.values()].map((box) => [box.width, box.plain]);
    expect(across(600)).toEqual(across(600, ["R2"]));
    expect(across(344)).toEqual(piles([]).map(() => [across(600)[0]![0] as number - 13, true]));
    expect(across(600)[0]![1]).toBe(false);
  });
  test("keeps room for the name of a pile that is looked through, also where others have none", () => {
    const boxes = (kind: "pile" | "row") => fit([zone("won", kind, "Your prizes", ups("R1"), { owner: 0 })], { ...room, bare: true, most: 42, least: 30 }).boxes.get("won")!;
    expect(boxes("pile").width).toBeGreaterThan(80);
    expect(boxes("row").width).toBe(42);
  });
  test("sets the names of piles in several lines where all are to share one", () => {
    const piles = ["Your prizes", "Prizes to come", "Prize", "Used up"].map((name) => zone(name, "pile", name, ups("R1"), { purpose: "discard" }));
    const one = { ...room, width: 288, height: 100, most: 46, least: 34, between: 12 };
    const [whole, words] = [fit(piles, one), fit(piles, { ...one, words: true, plain: true })];
    expect([whole.lines.length, words.lines.length]).toEqual([2, 1]);
    expect(words.boxes.get("Prizes to come")!.height).toBeGreaterThan(words.boxes.get("Prize")!.height);
    expect([...words.boxes.values()].every((box) => box.words)).toBe(true);
  });
  test("leaves places in one line where two would make them little larger", () => {
    const across = (height: number) => fit([cells, { ...cells, id: "more" }], { ...room, width: 374, height }).boxes.get("cells")!.columns;
    expect([440, 800].map(across)).toEqual([6, 3]);
  });
  test("gives the gaps between places that are smaller than a finger to them", () => {
    const gapAt = (most: number) => fit([cells], { ...room, most, least: 30, width: 600, height: 300 }).boxes.get("cells")!.gap;
    expect([gapAt(42), gapAt(60)]).toEqual([8, undefined]);
  });
  test("leaves a pile not alone below a line that others share with places", () => {
    const zones = [cells, { ...cells, id: "tableau" }, zone("stock", "stock", "Stock", ups("R1")), zone("pile", "pile", "Discard pile", ups("R1"), { purpose: "discard" })];
    expect(fit(zones, { ...room, width: 760, height: 480 }).lines.map((line) => line.map(({ id }) => id))).toEqual([["cells"], ["tableau"], ["stock", "pile"]]);
  });
  test("leaves the height of a low window to columns, with the piles left of them", () => {
    const columns = Array.from({ length: 7 }, (_, i) => zone(`column:${i}`, "column", "", ups("R1 R2 R3 R4 R5 R6")));
    const others = [zone("stock", "stock", "Stock", ups("R1")), zone("waste", "pile", "Waste", ups("R1")), zone("foundations", "cells", "Foundations", [empty(), empty(), empty(), empty()])];
    const one = { ...room, width: 550, height: 205, least: 30, between: 14, flat: true };
    const found = fit([...others, ...columns], one);
    expect(found.beside?.map((line) => line.map(({ id }) => id))).toEqual([["stock", "waste"], ["foundations"]]);
    expect(found.card).toBeGreaterThanOrEqual(40);
    expect(found.boxes.get("column:0")!.height - 1.4 * found.card).toBeGreaterThanOrEqual(5 * 24); // each strip as high as a finger needs
    expect(fit([...others, ...columns], { ...one, flat: false, height: 500 }).beside).toBeUndefined();
  });
  test("counts each line of a name that is longer than its cards are wide", () => {
    const drawn = (name: string) => fit([zone("drawn", "row", name, ups("R1"), { owner: 0 })], { ...room, width: 60, most: 50 }).boxes.get("drawn")!;
    expect(drawn("Your drawn card").height).toBeGreaterThan(drawn("Drawn").height);
  });
  test("sets small places so far apart that a finger tells them from each other", () => {
    const box = (most: number) => fit([zone("places", "cells", "", Array.from({ length: 4 }, () => empty()))], { ...room, most, least: 30, pitch: 46 }).boxes.get("places")!;
    expect([box(34).width, box(34).gap]).toEqual([4 * 46 - 12, 12]);
    expect(box(42).gap).toBe(8); // which fingers touch, too
    expect(box(60).gap).toBeUndefined();
  });
  test("gives up the signs beside names of piles before cards are lower than a finger", () => {
    const triangle = zone("pyramid", "triangle", "Pyramid", Array.from({ length: 28 }, (_, i) => ({ ...ups("R1")[0]!, y: Math.floor((Math.sqrt(8 * i + 1) - 1) / 2) })));
    const piles = ["Stock", "Working pile", "Discard pile"].map((name) => zone(name, name === "Stock" ? "stock" : "pile", name, ups("R1"), { purpose: "discard" }));
    const { card, boxes } = fit([triangle, ...piles], { ...room, width: 532, height: 200, least: 30, between: 14, flat: true });
    expect([card > 30, boxes.get("Discard pile")!.plain]).toEqual([true, true]);
  });
  test("keeps the room of a row that holds fewer cards than before, so that what lies beside it stays", () => {
    const prizes = (cards: string) => [zone("stock", "stock", "Stock", ups("R1")), zone("prizes", "row", "Prize", ups(cards))];
    const fitted = (cards: string, before?: Map<string, number>) => fit(prizes(cards), { ...room, width: 280, height: 200, rooms: keptRooms(prizes(cards), before) });
    const [two, one] = [fitted("R1 R2"), fitted("R1", keptRooms(prizes("R1 R2")))];
    expect([one.card, one.boxes.get("prizes")!.width]).toEqual([two.card, two.boxes.get("prizes")!.width]);
    expect(keptRooms(prizes("R1 R2").slice(1))).toEqual(new Map());
  });
  test("keeps room for cards that are laid down one after the other beside piles, not beside a trick", () => {
    const laid = (cards: string) => [zone("books", "row", "Books", ups(cards), { purpose: "laid", owner: 0 }), zone("stock", "stock", "Stock", ups("R1"))];
    const across = (cards: string) => fit(laid(cards), { ...room, width: 1200, rooms: keptRooms(laid(cards)) }).boxes.get("books")!.width;
    expect(across("R1 R2 R3 R4 R5 R6")).toBe(across("R1"));
    expect(keptRooms([...laid("R1"), zone("trick", "trick", "Trick", [])]).get("books")).toBe(1);
  });
  test("gives the room of cards that may come to those that lie there, where something would be cut", () => {
    const zones = [zone("stock", "stock", "Stock", ups("R1")), zone("board", "row", "Board", ups("R2"), { purpose: "laid" })];
    const { lines, boxes } = fit(zones, { ...room, width: 200, height: 80, most: 100, least: 30, rooms: keptRooms(zones) });
    expect([lines.length, Math.max(...[...boxes.values()].map(({ height }) => height)) <= 80]).toEqual([1, true]);
    const column = [zones[0]!, zone("board", "column", "", ups("R2"))];
    const low = fit(column, { ...room, width: 200, height: 70, most: 100, least: 30, flat: true });
    expect([low.lines.length, low.boxes.get("board")!.height <= 70]).toEqual([1, true]);
  });
  test("keeps room for a second card that is turned up in a row beside piles", () => {
    const turned = (cards: string) => [zone("stock", "stock", "Stock", ups("R1")), zone("prizes", "row", "Prize", ups(cards), { purpose: "turn-up" })];
    const across = (cards: string) => fit(turned(cards), { ...room, width: 1200, rooms: keptRooms(turned(cards)) }).boxes.get("prizes")!.width;
    expect(across("R1 R2")).toBe(across("R1"));
    expect(keptRooms(turned("R1"), undefined, true).get("prizes")).toBe(1);
  });
  test("keeps the lines of a chain's name, whatever the chain needs", () => {
    const box = (note: string, width: number) => fit([zone("a", "chain", "Chain 1", ups("R1"), { owner: 0, note })], { ...room, width, most: 40 }).boxes.get("a")!;
    for (const width of [96, 150, 800]) {
      expect(box("closed", width).over).toBe(box("needs violet or a 1", width).over);
      expect(box("closed", width).height).toBe(box("needs violet or a 1", width).height);
    }
  });
  test("keeps chains of the middle and of a seat in lines of their own", () => {
    const chain = (id: string, owner: number | null) => zone(id, "chain", id, ups("R1 R2"), { owner });
    const { lines } = fit([zone("t", "row", "Target", ups("G1")), chain("a", 0), chain("b", 0)], { ...room, width: 1200 });
    expect(lines.map((line) => line.map((z) => z.id))).toEqual([["t"], ["a", "b"]]);
  });
  test("puts chains of a seat closer together before anything is cut", () => {
    const chains = ["a", "b", "c"].map((id) => zone(id, "chain", id, ups("R1 R2 R3 R4 R5 R6"), { owner: 0 }));
    const { lines, between } = fit(chains, { ...room, width: 296, height: 80, least: 30, between: 16, links: 6 });
    expect([lines.length, between]).toEqual([1, 6]);
    expect(fit(chains, { ...room, width: 296, height: 180, least: 30, between: 16, links: 6 }).between).toBeUndefined();
  });
  test("puts them together where there is no height for more lines", () => {
    const chain = (id: string, owner: number | null) => zone(id, "chain", id, ups("R1 R2"), { owner });
    const { lines } = fit([chain("a", null), zone("t", "row", "Target", ups("G1")), chain("b", 0)], { ...room, width: 300, most: 40, flat: true });
    expect(lines.map((line) => line.map((z) => z.id))).toEqual([["a", "b"], ["t"]]);
    const wide = fit([chain("a", null), zone("t", "row", "Target", ups("G1"))], { ...room, width: 1200, flat: true });
    expect(wide.lines).toHaveLength(1);
  });
  test("gives the chains of a low window's line equal room: a longer one moves nothing beside it", () => {
    const widths = (cards: number) => {
      const chains = [2, cards].map((n, i) => zone(`chain-${i}`, "chain", "Chain", Array.from({ length: n }, () => up("R2")), { owner: 0 }));
      return [...fit([...chains, zone("t", "row", "Target", ups("G1"))], { ...room, width: 500, height: 120, most: 40, least: 30, flat: true, links: 6 }).boxes.values()].map(({ width }) => width);
    };
    expect(widths(9)).toEqual(widths(3));
  });
  test("every index of a long chain of large cards is seen", () => {
    const long = Array.from({ length: 13 }, () => up("R2"));
    const { card, boxes } = fit([zone("a", "chain", "a", ups("R1"), { owner: 0 }), zone("b", "chain", "b", long, { owner: 0 })], { ...room, width: 1140, most: 128 });
    expect((boxes.get("b")!.width - card) / (long.length - 1)).toBeGreaterThanOrEqual(0.33 * card);
  });
  test("a triangle of seven rows fits a small phone", () => {
    const faces = Array.from({ length: 7 }, (_, y) => Array.from({ length: y + 1 }, (_, x) => up("R1", { x, y }))).flat();
    expect(fit([zone("t", "triangle", "T", faces)], room).boxes.get("t")!.width).toBeLessThanOrEqual(344);
  });
});

describe("a cross", () => {
  test("fits a small phone", () => {
    const card = fitCross(340, 500, 128);
    expect(card).toBeGreaterThanOrEqual(40);
    expect(card * CROSS.across).toBeLessThanOrEqual(340);
  });
  test("keeps its cards in their arms, the first at the outer end", () => {
    for (const place of ["north", "east", "south", "west"] as const) {
      for (const n of [1, 2, 6, 9]) {
        const { length, offsets } = armOf(place, n);
        expect(offsets[0]).toBe(0);
        expect(offsets.at(-1)! + 1).toBeLessThanOrEqual(length + 0.001);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      }
    }
  });
});
