/** Views with every kind of table that the page must draw. */

import type { View } from "../src/protocol/types";
import { down, empty, fact, hidden, move, news, seat, stock, track, up, ups, view, zone } from "./build";

const WHY = "You hold a heart, so you must follow hearts (MOCK-5).";

const scored = (deal: number): View["sheet"][number] => ({
  deal,
  lines: [10, 20, 1, 5].map((points, seat) => ({
    seat, bid: seat, took: seat === 2 ? 1 : seat, points, total: points * deal,
    terms: [{ text: seat === 2 ? "bid missed: 1 for each trick" : "bid made: 10 for each trick", points, rule: "MOCK-4" }],
  })),
});

function trick(): View {
  const hand = ups("7H KH 9H AS TS JD 8C AC").map((face) => (face.code!.endsWith("H") ? face : { ...face, why: WHY }));
  return view({
    name: "Trick game",
    deck: "french",
    prompt: "Hearts are led: follow suit.",
    seats: [
      seat(0, "You", { score: "84", lines: [{ label: "Bid", value: "2", of: null }, { label: "Tricks", value: "1", of: null }], is_turn: true }),
      seat(1, "Ada", { score: "102", lines: [{ label: "Bid", value: "3", of: null }, { label: "Tricks", value: "1", of: null }] }),
      seat(2, "Blaise", { score: "61", lines: [{ label: "Bid", value: "0", of: null }, { label: "Tricks", value: "0", of: null }] }),
      seat(3, "Emmy", { score: "95", lines: [{ label: "Bid", value: "4", of: null }, { label: "Tricks", value: "2", of: null }], is_dealer: true }),
    ],
    zones: [
      zone("hand-0", "hand", "Hand", hand, { owner: 0 }),
      hidden(1, 7), hidden(2, 7), hidden(3, 7),
      zone("trick", "trick", "Trick", [up("QH", { seat: 1, mark: "winning" }), up("TH", { seat: 2 }), up("8S", { seat: 3 })], { leader: 1 }),
      zone("turn-up", "pile", "Turn-up", [up("8D")], { purpose: "turn-up" }),
    ],
    facts: [fact("trump", "Trump", "diamonds", { suit: "D" }), fact("led", "Follow", "hearts", { suit: "H" })],
    tracks: [track("deals", "Deal", 6, 22), track("bids", "Bids", 9, 8, { text: "9 bid for 8 tricks" })],
    moves: hand.flatMap((face, i) => (face.why ? [] : [move([i], `play ${face.code}`, `Play ${face.code}`, [["hand-0", i]])])),
    last_trick: { number: 4, leader: 1, taker: 3, cards: [{ seat: 1, code: "7S" }, { seat: 2, code: "QS" }, { seat: 3, code: "KS" }, { seat: 0, code: "9S" }] },
    sheet: [1, 2, 3, 4, 5].map(scored),
    news: [
      news(5, "play", "Ada plays the queen of hearts.", [], 1),
      news(6, "play", "Blaise plays the ten of hearts.", [], 2),
      news(7, "play", "Emmy plays the eight of spades.", [], 3),
    ],
  });
}

function bid(): View {
  const base = trick();
  return {
    ...base,
    name: "Bidding",
    prompt: "You deal: bid the tricks you expect, but not 3, which would make the bids add up.",
    zones: base.zones.map((z) => (z.id === "trick" ? { ...z, faces: [], count: 0 } : z)),
    moves: [0, 1, 2, 4, 5, 6, 7, 8].map((n) => move([n], `bid ${n}`, `Bid ${n}`, [], String(n), String(n))),
  };
}

function suitors(): View {
  const hand = ups("S1 S3 S7a M2 M7b D5 C4 C10 T11 T8 P12 P7a H13 H9 THIEF");
  return view({
    name: "Partners",
    deck: "suitors",
    prompt: "Give one card to Ada.",
    seats: [
      seat(0, "You", { side: 0, lines: [{ label: "Marriages", value: "3", of: null }], is_turn: true }),
      seat(1, "Ada", { side: 1, lines: [{ label: "Marriages", value: "2", of: null }] }),
      seat(2, "Blaise", { side: 0, lines: [{ label: "Marriages", value: "3", of: null }] }),
      seat(3, "Emmy", { side: 1, lines: [{ label: "Marriages", value: "2", of: null }], is_dealer: true }),
    ],
    zones: [
      zone("hand-0", "hand", "Hand", hand, { owner: 0 }),
      hidden(1, 15), hidden(2, 15), hidden(3, 15),
      zone("trick", "trick", "Trick", [up("FOURTEEN", { seat: 2 }), up("HALF", { seat: 3 })]),
      zone("sevens-0", "row", "Sevens", ups("S7b D7a D7b"), { owner: 0, purpose: "laid" }),
    ],
    facts: [fact("trump", "Trump", "stars", { suit: "T" })],
    tracks: [0, 1].map((side) =>
      track(`married-${side}`, "Marked off", 2 + side, 7, {
        side,
        steps: [..."SMDCTPH"].map((suit, i) => ({ text: `${suit}: ${i}`, suit, state: (["none", "half", "full", "closed"] as const)[(i + side) % 4]! })),
      }),
    ),
    moves: hand.flatMap((face, i) => [1, 2, 3].map((to) => move([i, to], `pass ${face.code} ${to}`, `Give ${face.code}`, [["hand-0", i], [`hand-${to}`, -1]]))),
  });
}

function jokers(): View {
  const hand = ups("R3 R7 Y1 G4 B4 V2 X1");
  const names = ["Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet", "1", "2", "3", "4", "5", "6", "7"];
  const may = ["G4", "B4", "V2"];
  return view({
    name: "Matching",
    deck: "sevendeck",
    prompt: "Play a card that matches violet 4 in suit or number.",
    seats: [
      seat(0, "You", { cards: 7, is_turn: true }),
      seat(1, "Ada", { cards: 3 }),
      seat(2, "Blaise", { cards: 9, is_dealer: true }),
    ],
    zones: [
      zone("hand-0", "hand", "Hand", hand.map((f) => (may.includes(f.code!) || f.code === "X1" ? f : { ...f, why: "Neither its suit nor its number matches violet 4 (MOCK-2)." })), { owner: 0 }),
      hidden(1, 3), hidden(2, 9),
      stock(21),
      zone("discard", "pile", "Discard pile", [up("V4")], { count: 12, beneath: "R4 R1 G1 G7".split(" ") }),
    ],
    facts: [fact("match", "Match", "violet or 4", { suit: "V", number: 4 })],
    moves: [
      ...may.map((code) => move([1], `play ${code}`, `Play ${code}`, [["hand-0", hand.findIndex((f) => f.code === code)]])),
      ...names.map((name, i) => move([6, i], `play X1, name ${name}`, `Play joker 1 and name ${name}`, [["hand-0", 6]], name, /\d/.test(name) ? name : "")),
    ],
    news: [news(7, "play", "Blaise plays violet 4.", [], 2)],
  });
}

function cells(): View {
  const row = ["6S", "AH", "KC", "4D", "3D", "8C"];
  return view({
    name: "Solitaire with cells",
    deck: "french",
    prompt: "Discard two cards that make 7, or move a high card to the reserve.",
    seats: [seat(0, "You", { lines: [{ label: "Discarded", value: "14", of: null }], is_turn: true })],
    zones: [
      zone("cells", "cells", "Tableau", row.map((code) => up(code))),
      zone("reserve", "cells", "Reserve", [up("9H"), up("JC"), empty(), empty(), empty(), empty()]),
      stock(31),
    ],
    moves: [
      move([1], "discard 6S AH", "Discard six of spades and ace of hearts", [["cells", 0], ["cells", 1]]),
      move([2], "discard 4D 3D", "Discard four and three of diamonds", [["cells", 3], ["cells", 4]]),
      move([3], "reserve KC", "Move the king of clubs to the reserve", [["cells", 2]]),
      move([4], "reserve 8C", "Move the eight of clubs to the reserve", [["cells", 5]]),
    ],
  });
}

function triangle(): View {
  const codes = "R1 O2 Y3 G4 B5 I6 V7 R2 O3 Y4 G5 B6 I7 V1 R3 O4 Y5 G6 B7 I1 V2 R4 O5 Y6 G7 B1 I2 V3".split(" ");
  let n = 0;
  const faces = Array.from({ length: 7 }, (_, y) => Array.from({ length: y + 1 }, (_, x) => up(codes[n++]!, { x, y, why: y < 6 ? "It is covered (MOCK-4)." : "" }))).flat();
  return view({
    name: "Triangle",
    deck: "sevendeck",
    prompt: "Discard a 7, or two cards that make 7; or turn the stock.",
    seats: [seat(0, "You", { is_turn: true })],
    zones: [stock(18), zone("waste", "pile", "Working pile", [up("V4")], { count: 3 }), zone("pyramid", "triangle", "Pyramid", faces)],
    moves: [
      move([0], "turn", "Turn the stock", [["stock", 0]]),
      move([1], "discard G7", "Discard green 7", [["pyramid", 24]]),
      move([2], "discard R4 V3", "Discard red 4 and violet 3", [["pyramid", 21], ["pyramid", 27]]),
      move([3], "discard O5 I2", "Discard orange 5 and indigo 2", [["pyramid", 22], ["pyramid", 26]]),
      move([4], "discard V3 V4", "Discard violet 3 and violet 4", [["pyramid", 27], ["waste", 0]]),
    ],
  });
}

function chains(): View {
  return view({
    name: "Chains",
    deck: "sevendeck",
    prompt: "Play violet 4 on a chain, or lay it on the discard pile.",
    seats: [seat(0, "You", { is_turn: true })],
    zones: [
      stock(26),
      zone("turned", "row", "Turned", [up("V4")], { purpose: "drawn" }),
      zone("discard", "pile", "Discard pile", [up("R6")], { count: 4 }),
      zone("target", "row", "Target", [up("G4")]),
      zone("chain-0", "chain", "North", ups("R1 R4 B4 V5")),
      zone("chain-1", "chain", "East", ups("O2 O7")),
      zone("chain-2", "chain", "South", ups("Y1 Y2 I2 I4 R2 G2"), { note: "closed" }),
      zone("chain-3", "chain", "West", ups("V6")),
    ],
    moves: [
      move([0], "play 0", "Play violet 4 on North", [["turned", 0], ["chain-0", 3]]),
      move([3], "play 3", "Play violet 4 on West", [["turned", 0], ["chain-3", 0]]),
      move([9], "discard", "Lay it on the discard pile", [["turned", 0], ["discard", -1]]),
    ],
  });
}

function coupling(): View {
  return view({
    name: "Chains of two",
    deck: "sevendeck",
    prompt: "Play green 2 on one of your chains, across two, or lay it on the discard pile.",
    seats: [seat(0, "You", { is_turn: true, badges: ["1 of 3 closed"] }), seat(1, "Ada", { is_dealer: true })],
    zones: [
      zone("target", "row", "Target", [up("V7")]),
      stock(12),
      zone("discard", "pile", "Discard pile", [up("B6")], { count: 9 }),
      zone("drawn", "row", "Taken", [up("G2")], { purpose: "drawn" }),
      zone("chain-0-0", "chain", "Chain 1", ups("R2 R3 Y3 Y2 G3"), { owner: 0 }),
      zone("chain-0-1", "chain", "Chain 2", ups("B1 B2"), { owner: 0 }),
      zone("chain-0-2", "chain", "Chain 3", ups("O1 O7 I7 I3 R6 V6 V1"), { owner: 0, note: "closed" }),
      zone("chain-1-0", "chain", "Chain 1", ups("I1 I2 Y1 Y7"), { owner: 1 }),
      zone("chain-1-1", "chain", "Chain 2", ups("O4 R4 R5"), { owner: 1 }),
      zone("chain-1-2", "chain", "Chain 3", ups("G5"), { owner: 1 }),
    ],
    moves: [
      move([0], "play 0", "Play it on chain 1", [["drawn", 0], ["chain-0-0", -1]]),
      move([1], "play 0, close", "Play it on chain 1 and close it", [["drawn", 0], ["chain-0-0", -1]], "Close the chain"),
      move([2], "play 1", "Play it on chain 2", [["drawn", 0], ["chain-0-1", -1]]),
      move([3], "couple", "Couple chains 1 and 2", [["drawn", 0], ["chain-0-0", -1], ["chain-0-1", -1]]),
      move([9], "discard", "Lay it on the discard pile", [["drawn", 0], ["discard", -1]]),
    ],
  });
}

function grid(): View {
  const lying = [["R1", 0, 0], ["R4", 1, 0], ["G4", 2, 0], ["R6", 0, 1], ["B1", -1, 0], ["B5", -1, 1], ["G7", 2, -1], ["V7", 3, -1], ["O1", 0, -1]] as const;
  const free = [[1, 1], [-2, 0], [-1, -1], [1, -1], [3, 0], [2, 1], [0, 2], [4, -1], [-2, 1], [0, -2], [-1, 2], [2, -2], [3, -2]] as const;
  const faces = [...lying.map(([code, x, y]) => up(code, { x, y })), ...free.map(([x, y]) => empty({ x, y }))];
  const hands = ["R2 G1 V4 I7 O3", "Y1 Y4 G6 B2 B7", "O5 I3 V2 R3 Y7"];
  return view({
    name: "Open table",
    deck: "sevendeck",
    prompt: "Lay a card beside what it matches.",
    seats: [seat(0, "You", { is_turn: true }), seat(1, "Ada"), seat(2, "Blaise", { is_dealer: true })],
    zones: [
      zone("table", "grid", "Table", faces),
      stock(24),
      ...hands.map((codes, owner) => zone(`hand-${owner}`, "hand", "Hand", ups(codes), { owner })),
    ],
    moves: [
      ...[9, 10, 12, 13].map((at) => move([0, at], `place R2 ${at}`, "Place red 2", [["hand-0", 0], ["table", at]])),
      ...[9, 14, 15].map((at) => move([1, at], `place G1 ${at}`, "Place green 1", [["hand-0", 1], ["table", at]])),
      ...[13, 16, 18, 2].map((at) => move([2, at], `place V4 ${at}`, "Place violet 4", [["hand-0", 2], ["table", at]])),
      ...[13, 16, 20, 21].map((at) => move([3, at], `place I7 ${at}`, "Place indigo 7", [["hand-0", 3], ["table", at]])),
    ],
  });
}

function openHands(): View {
  const hands = ["R2 G1 V4 I7 O3 O6 B1", "Y1 Y4 G6 B2 B7 Y3 R1", "O5 I3 V2 R3 Y7", "V5 V6 G2"];
  return view({
    name: "Attack",
    deck: "sevendeck",
    prompt: "Attack: touch a card of yours, then a player.",
    seats: [
      seat(0, "You", { is_turn: true }), seat(1, "Ada"), seat(2, "Blaise", { is_dealer: true }), seat(3, "Emmy", { lines: [{ label: "Lost", value: "4", of: null }] }),
    ],
    zones: [
      stock(16),
      zone("discard", "pile", "Discard pile", [up("O1")], { count: 11 }),
      ...hands.map((codes, owner) => zone(`hand-${owner}`, "hand", "Hand", ups(codes), { owner })),
    ],
    moves: hands[0]!.split(" ").flatMap((code, i) => [1, 2, 3].map((to) => move([i, to], `attack ${code} ${to}`, `Attack with ${code}`, [["hand-0", i], [`hand-${to}`, -1]]))),
  });
}

function piles(): View {
  const names = ["You", "Ada", "Blaise"];
  return view({
    name: "Piles of their own",
    deck: "sevendeck",
    prompt: "Take the top of the stock, or of any pile.",
    seats: names.map((name, n) => seat(n, name, { is_turn: n === 0, is_dealer: n === 2 })),
    zones: [
      stock(20),
      zone("hand-0", "hand", "Hand", ups("R2 R5 R6 R7 G5 B5 V1"), { owner: 0 }),
      hidden(1, 7), hidden(2, 7),
      ...["G1", "Y6", "B3"].map((code, owner) => zone(`pile-${owner}`, "pile", "Discard pile", [up(code)], { owner, count: 4 + owner })),
    ],
    moves: [
      move([0], "take stock", "Take from the stock", [["stock", 0]]),
      ...names.map((name, n) => move([n + 1], `take ${n}`, `Take from ${name}`, [[`pile-${n}`, 0]])),
    ],
  });
}

function six(): View {
  const names = ["You", "Ada", "Blaise", "Emmy", "Kurt", "Sofia"];
  return view({
    name: "Six at the table",
    deck: "sevendeck",
    prompt: "Does the trick follow suit or number?",
    seats: names.map((name, n) => seat(n, name, { score: String(11 * n), lines: [{ label: "Tricks", value: String(n % 3), of: null }], is_turn: n === 0, is_dealer: n === 4 })),
    zones: [
      zone("turn-up", "row", "Turn-up", [up("G5")], { purpose: "turn-up" }),
      zone("hand-0", "hand", "Hand", ups("R2 O5 Y6 G7 G1 B5 V1 V3"), { owner: 0 }),
      ...[1, 2, 3, 4, 5].map((n) => hidden(n, 7)),
      zone("trick", "trick", "Trick", ["R1", "R5", "O2", "B7", "R7"].map((code, i) => up(code, { seat: i + 1, mark: i === 4 ? "winning" : "" })), { leader: 1 }),
    ],
    facts: [fact("trump", "Trump", "green", { suit: "G" }), fact("led", "Led", "red 1", { card: "R1" })],
    moves: [move([0], "follow suit", "Follow suit", [], "Suit", "s"), move([1], "follow number", "Follow number", [], "Number", "n")],
    last_trick: { number: 2, leader: 0, taker: 1, cards: names.map((_, n) => ({ seat: n, code: `I${n + 1}` })) },
  });
}

function over(): View {
  return {
    ...trick(),
    name: "Ended",
    turn: null,
    moves: [],
    prompt: "Ada wins with 212 points.",
    zones: trick().zones.filter((z) => !z.id.startsWith("hand") && z.id !== "trick").concat([zone("down", "row", "Left", [down()])]),
    result: { winners: [1], returns: [184, 212, 131, 201], truncated: false, sentence: "Ada wins with 212 points." },
  };
}

export const VIEWS: Record<string, () => View> = { trick, bid, suitors, jokers, cells, triangle, chains, coupling, grid, attack: openHands, piles, six, over };
