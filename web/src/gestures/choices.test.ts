import { describe, expect, test } from "vitest";

import { empty, move, seat, ups, view, zone } from "../../dev/build";
import { begin, choicesOf, followingButtons, orderButtons } from "./choices";
import { keyOf, spotOf } from "./spots";
import type { Move } from "../protocol/types";

const HAND = zone("hand-0", "hand", "Hand", ups("R1 R2 X1"), { owner: 0 });
const CELLS = zone("cells", "cells", "Cells", ups("6S AH 5D 2C"));
const GRID = zone("table", "grid", "Table", [...ups("B1"), empty(), empty()]);
const CHAIN = zone("chain", "chain", "Chain", ups("G1 G2"));
const DRAWN = zone("drawn", "row", "Drawn", ups("G3"));

const choices = (moves: Move[], ...picked: string[]) =>
  choicesOf(view({ deck: "sevendeck", zones: [HAND, CELLS, GRID, CHAIN, DRAWN], seats: [seat(0, "You")], moves }), picked);

test("a spot's key can be read back, also where the zone's name has a colon", () => {
  for (const spot of [{ zone: "hand-0", at: 3 }, { zone: "a:b", at: -1 }]) expect(spotOf(keyOf(spot))).toEqual(spot);
});

describe("one card", () => {
  const play = move([0], "play R1", "Play red 1", [["hand-0", 0]]);

  test("is shown, and done as soon as it is touched", () => {
    expect([...choices([play]).shown]).toEqual(["hand-0:0"]);
    expect(choices([play], "hand-0:0").done).toBe(play);
  });

  test("leaves other cards alone", () => expect(choices([play]).reach.has("hand-0:1")).toBe(false));
});

describe("a card, then a button", () => {
  const named = ["Red", "Blue"].map((name, i) => move([2, i], name, name, [["hand-0", 2]], name));

  test("offers the buttons once the card is up", () => {
    expect(choices(named).buttons).toEqual([]);
    expect(choices(named, "hand-0:2").buttons).toEqual(named);
    expect(choices(named, "hand-0:2").done).toBeNull();
  });
});

test("a move without a spot is a button, also where the view names none", () => {
  const draw = move([9], "draw", "Draw a card", []);
  expect(choices([draw]).buttons).toEqual([draw]);
});

describe("a card, then a place", () => {
  const moves = [1, 2].flatMap((at) => [0, 1].map((card) => move([card, at], `place ${card} ${at}`, "Place", [["hand-0", card], ["table", at]])));

  test("shows the cards first, then the places of the one picked up", () => {
    expect([...choices(moves).shown]).toEqual(["hand-0:0", "hand-0:1"]);
    expect([...choices(moves, "hand-0:0").shown]).toEqual(["table:1", "table:2"]);
  });

  test("may be touched the other way round", () => {
    expect([...choices(moves, "table:1").shown]).toEqual(["hand-0:0", "hand-0:1"]);
    expect(choices(moves, "table:1", "hand-0:1").done).toBe(moves[1]);
  });
});

describe("two cards of one place", () => {
  const pairs = [move([0], "6 A", "Discard", [["cells", 0], ["cells", 1]]), move([1], "5 2", "Discard", [["cells", 2], ["cells", 3]])];

  test("shows all of them, whichever the view names first", () => expect(choices(pairs).shown.size).toBe(4));

  test("waits for the second, in either order", () => {
    expect(choices(pairs, "cells:1").done).toBeNull();
    expect(choices(pairs, "cells:1", "cells:0").done).toBe(pairs[0]);
  });

  test("waits also where there is a single pair", () => expect(choices(pairs.slice(0, 1), "cells:1").done).toBeNull());
});

describe("the one card that can go anywhere", () => {
  const onto = move([0], "play", "Play on the chain", [["drawn", 0], ["chain", 1]]);
  const away = move([1], "discard", "Lay it away", [["drawn", 0], ["table", -1]]);

  test("shows its places at once, and touching one is enough", () => {
    expect([...choices([onto, away]).shown].sort()).toEqual(["chain:1", "drawn:0", "table:-1"]);
    const now = view({ deck: "sevendeck", zones: [CHAIN, DRAWN, GRID], seats: [seat(0, "You")], moves: [onto, away] });
    expect(begin(now, "chain:1")).toEqual(["drawn:0", "chain:1"]);
    expect(begin(now, "drawn:0")).toEqual(["drawn:0"]);
    expect(choicesOf(now, begin(now, "chain:1")).done).toBe(onto);
  });
});

describe("a move that is the beginning of others", () => {
  const play = move([0], "play", "Play on chain 1", [["drawn", 0], ["chain", -1]]);
  const close = move([1], "close", "Play and close", [["drawn", 0], ["chain", -1]], "Close");
  const couple = move([2], "couple", "Couple", [["drawn", 0], ["chain", -1], ["table", -1]]);

  test("becomes a button beside what else it may become", () => {
    const now = choices([play, close, couple], "drawn:0", "chain:-1");
    expect(now.done).toBeNull();
    expect(now.buttons).toEqual([play, close, couple]);
    expect([...now.shown]).toEqual(["table:-1"]);
  });
});

test("of two moves with the same spots the one touched in its order is made", () => {
  const ab = move([0], "ab", "A on B", [["cells", 0], ["cells", 1]]);
  const ba = move([1], "ba", "B on A", [["cells", 1], ["cells", 0]]);
  expect(choices([ab, ba], "cells:1", "cells:0").done).toBe(ba);
  expect(choices([ab, ba], "cells:0", "cells:1").done).toBe(ab);
});

test("a refused bid stands among the others, where it belongs", () => {
  const bids = [0, 1, 3].map((n) => move([n], `bid ${n}`, `Bid ${n}`, [], String(n), String(n)));
  const refused = [{ button: "2", label: "Bid 2", why: "The dealer may not bid 2 (TRUF-5)." }];
  expect(orderButtons(bids, refused).map((one) => [one.text, one.refused?.why ?? ""])).toEqual([["0", ""], ["1", ""], ["2", refused[0]!.why], ["3", ""]]);
});

describe("the buttons that may follow", () => {
  const following = (moves: Move[]) => followingButtons(view({ deck: "sevendeck", zones: [HAND, CELLS, GRID, CHAIN, DRAWN], seats: [seat(0, "You")], moves }));
  const named = ["Red", "Blue"].map((name, i) => move([2, i], name, name, [["hand-0", 2]], name));
  const placed = [0, 1].map((at) => move([1, at], `place ${at}`, `Place it ${at}`, [["hand-0", 1], ["table", at]]));

  test("are none where every touch is a move", () => expect(following([move([0], "play R1", "Play red 1", [["hand-0", 0]])])).toEqual([]));

  test("are those of the largest choice", () => expect(following([...named, ...placed])).toEqual([named]));

  test("may be none, where a card waits for its place", () => expect(following(placed)).toEqual([[]]));
});
