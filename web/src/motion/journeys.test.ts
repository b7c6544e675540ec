import { expect, test } from "vitest";

import { hidden, seat, stock, up, ups, view, zone } from "../../dev/build";
import { flights, withTrick } from "./journeys";
import type { View, Zone } from "../protocol/types";

const table = (zones: Zone[], more: Partial<View> = {}): View =>
  view({ deck: "sevendeck", seats: [seat(0, "You"), seat(1, "Ada")], zones, ...more });
const hand = (codes: string): Zone => zone("hand-0", "hand", "Hand", ups(codes), { owner: 0 });
const pile = (code: string, count: number): Zone => zone("pile", "pile", "Pile", [up(code)], { count });

test("a card of one's own goes from the hand to the pile, and covers what lay there", () => {
  const found = flights(table([hand("R1 R2"), pile("G1", 3)]), table([hand("R1"), pile("R2", 4)]));
  expect(found).toContainEqual({ code: "R2", from: "hand-0", to: "pile" });
  expect(found).toContainEqual({ code: "G1", from: "pile", to: "pile" });
});

test("a card drawn comes from the stock", () => {
  const found = flights(table([hand("R1"), stock(9)]), table([hand("R1 B4"), stock(8)]));
  expect(found).toEqual([{ code: "B4", from: "stock", to: "hand-0" }]);
});

test("another's draw is a back that flies", () => {
  const found = flights(table([hidden(1, 3), stock(9)]), table([hidden(1, 4), stock(8)]));
  expect(found).toEqual([{ code: null, from: "stock", to: "hand-1" }]);
});

test("a card of a trick comes from the hand of who played it", () => {
  const trick = (codes: [string, number][]): Zone => zone("trick", "trick", "Trick", codes.map(([code, by]) => up(code, { seat: by })));
  const found = flights(table([stock(4), hidden(1, 3), trick([])], { turn: 1 }), table([stock(4), hidden(1, 2), trick([["V1", 1]])]));
  expect(found).toEqual([{ code: "V1", from: "hand-1", to: "trick" }]);
});

test("a finished trick lies where the trick was, also when the view has no trick any more", () => {
  const trick = { number: 1, taker: 1, cards: [{ seat: 0, code: "R1" }, { seat: 1, code: "R5" }] };
  for (const zones of [[zone("middle", "trick", "Trick", [])], []]) {
    const lying = withTrick(table(zones), trick).zones.find((z) => z.kind === "trick");
    expect(lying?.faces.map((face) => [face.code, face.seat])).toEqual([["R1", 0], ["R5", 1]]);
  }
});

test("after a deal the new hand comes out of nowhere, and only the last trick flies", () => {
  const row = { deal: 1, points: [1, 0], totals: [1, 0] };
  const after = withTrick(table([hand("R1 G1"), hidden(1, 2)], { sheet: [row] }), { number: 1, taker: 0, cards: [{ seat: 0, code: "R5" }, { seat: 1, code: "R1" }] });
  const found = flights(table([hand("R5"), hidden(1, 1), zone("trick", "trick", "Trick", [])]), after);
  expect(found).toContainEqual({ code: "R5", from: "hand-0", to: "trick" });
  expect(found).toContainEqual({ code: "G1", from: null, to: "hand-0" });
});
