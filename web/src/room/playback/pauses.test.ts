import { expect, test } from "vitest";

import { hidden, seat, track, up, ups, view, zone } from "../../../dev/build";
import type { LastTrick, View, Zone } from "../../protocol/types";
import { afterDeal, beforeDeal, withTrick } from "./pauses";

const TRICK: LastTrick = { number: 1, leader: 0, taker: 1, cards: [{ seat: 0, code: "R1" }, { seat: 1, code: "R5" }] };
const table = (zones: Zone[]): View => view({ deck: "sevendeck", seats: [seat(0, "You", { cards: 1 }), seat(1, "Ada", { cards: 1 })], zones });
const trickOf = (shown: View) => shown.zones.find((zone) => zone.purpose === "trick");

test("a finished trick lies where the trick was, also when the view has no trick any more", () => {
  for (const zones of [[zone("middle", "trick", "Trick", [])], []]) {
    const lying = trickOf(withTrick(table(zones), TRICK));
    expect(lying?.faces.map((face) => [face.code, face.seat, face.mark])).toEqual([["R1", 0, ""], ["R5", 1, "winning"]]);
    expect(lying?.leader).toBe(0);
  }
});

test("before the next deal the cards of the trick are no longer in the hands", () => {
  const trick = zone("trick", "trick", "Trick", [up("R1", { seat: 0 })], { leader: 0 });
  const shown = beforeDeal(table([zone("hand-0", "hand", "Hand", ups("B7"), { owner: 0 }), hidden(1, 1), trick]), TRICK, "Ada takes the trick.");
  expect(shown.zones.map((zone) => zone.count)).toEqual([1, 0, 2]);
  expect(shown.seats.map((seat) => seat.cards)).toEqual([1, 0]);
  expect([shown.prompt, shown.moves, shown.turn]).toEqual(["Ada takes the trick.", [], null]);
});

test("once a deal is over everything shows how it ended, and nothing of the next deal", () => {
  const before = table([zone("trick", "trick", "Trick", ups("R1 R5"), { leader: 0 })]);
  const end = { number: 8, seats: [seat(0, "You", { score: "10" }), seat(1, "Ada", { score: "3" })], tracks: [track("deals", "Deal", 1, 22)] };
  const sheet = [{ deal: 1, lines: [] }];
  const next = { ...before, seats: [seat(0, "You", { score: "10", cards: 2 }), seat(1, "Ada")], tracks: [track("deals", "Deal", 2, 22)], deal_end: end, sheet, last_trick: TRICK };
  const shown = afterDeal(before, next);
  expect([shown.seats, shown.tracks, shown.sheet, shown.last_trick]).toEqual([end.seats, end.tracks, sheet, TRICK]);
  expect([shown.zones[0]?.count, shown.turn, shown.prompt]).toEqual([0, null, "The deal is over."]);
});

test("what the last trick of a deal brought is in its table of deals, and nothing of the next deal", () => {
  const noted = (deal: number, ...labels: string[]) => ({ deal, notes: labels.map((label) => ({ label, text: "", suits: ["C"], card: null, seats: [0] })) });
  const before = { ...table([]), deals: [noted(1, "Trump")] };
  const shown = afterDeal(before, { ...before, deals: [noted(1, "Trump", "Married"), noted(2, "Turned up")] });
  expect(shown.deals).toEqual([noted(1, "Trump", "Married")]);
});

test("a card of one's own leaves the hand by its code", () => {
  const shown = beforeDeal(table([zone("hand-0", "hand", "Hand", ups("R1 B7"), { owner: 0 }), hidden(1, 1)]), TRICK, "");
  expect(shown.zones[0]?.faces.map((face) => face.code)).toEqual(["B7"]);
});
