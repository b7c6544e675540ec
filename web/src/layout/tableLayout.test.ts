import { describe, expect, test } from "vitest";

import { fact, hidden, move, seat, track, up, ups, view, zone } from "../../dev/build";
import type { View, Zone } from "../protocol/types";
import { TableLayout, type TableState } from "./tableLayout";
import { TableWindow, type Use } from "./tableWindow";

const NAMES = ["Kim", "Bo", "Cleo", "Dov", "Edda", "Fay"];
const SIZES = { desktop: [1920, 1080], laptop: [1366, 650], tablet: [1024, 768], phone: [390, 844], small: [360, 640], smallest: [320, 568], sideways: [844, 390] } as const;

const hand = (owner: number, codes = "R1 R2") => zone(`hand-${owner}`, "hand", "Hand", ups(codes), { owner });
const trick = zone("trick", "trick", "Trick", []);
const grid = zone("grid", "grid", "Board", [up("R1")]);
const pile = zone("pile", "pile", "Discard", ups("R1"));
const table = (players: number, zones: Zone[], more: Partial<View> = {}): View =>
  view({ deck: "suitors", seats: NAMES.slice(0, players).map((name, n) => seat(n, name)), zones: [hand(0), ...zones], ...more });

function layout(size: keyof typeof SIZES, shown: View, { use = "game", ...more }: Partial<TableState> & { use?: Use } = {}): TableLayout {
  const [width, height] = SIZES[size];
  const window = new TableWindow({ width, height, use, ownHeight: height - 150, controls: 150, hasControlsInBar: use === "replay" && size === "sideways", textSize: 1, tight: 0 });
  return new TableLayout({ window, view: shown, bottom: 0, isOpen: false, isOver: false, scale: 1, ...more });
}
const names = (seats: readonly { name: string }[]): string => seats.map(({ name }) => name).join(" ");
const ids = (zones: readonly Zone[]): string => zones.map(({ id }) => id).join(" ");

test("tracks leave their room to columns, which grow, on the smallest phone", () => {
  const shown = (kind: "column" | "pile") => table(1, [zone("z", kind, "Z", ups("R1"))], { tracks: [track("t", "On the foundations", 0, 7)] });
  const sizes = ["small", "smallest"] as const;
  expect(sizes.map((size) => layout(size, shown("column")).hasTracks)).toEqual([true, false]);
  expect(layout("smallest", shown("pile")).hasTracks).toBe(true);
});

test("one's own hand leaves a low window of one column to the trick", () => {
  const shown = table(4, [hidden(1, 3), trick]);
  const own = (width: number, height: number) => {
    const window = new TableWindow({ width, height, use: "game", ownHeight: height, controls: 0, hasControlsInBar: false, textSize: 1, tight: 0 });
    return Math.round(new TableLayout({ window, view: shown, bottom: 0, isOpen: false, isOver: false, scale: 1 }).ownCard);
  };
  expect([own(800, 600), own(768, 1024), own(390, 844), own(360, 640), own(320, 568)]).toEqual([77, 100, 65, 60, 60]);
  expect(own(1366, 650)).toBe(124); // a wide one has its own measure
});

test("hands are smaller before the table of a phone is higher than its window, but fingers touch one's own", () => {
  const sizes = (size: "smallest" | "phone" | "sideways") =>
    [false, true].map((isClose) => {
      const { ownCard, openCard } = layout(size, table(4, [hidden(1, 3), trick]), { isClose, isOpen: true });
      return [Math.round(ownCard), Math.round(openCard)];
    });
  expect(sizes("smallest")).toEqual([[60, 44], [45, 30]]);
  expect(sizes("phone")).toEqual([[65, 44], [49, 30]]);
  expect(sizes("sideways")[0]).toEqual(sizes("sideways")[1]); // its foot is lower
});

describe("the other seats", () => {
  test("sit around a wide table, and along the top where there is no room at its sides", () => {
    const four = table(4, [hidden(1, 3), hidden(2, 3), hidden(3, 3), trick]);
    const sides = (size: keyof typeof SIZES) => (["left", "top", "right"] as const).map((side) => names(layout(size, four).at(side)));
    expect(sides("laptop")).toEqual(["Bo", "Cleo", "Dov"]);
    for (const size of ["phone", "sideways"] as const) expect(sides(size)).toEqual(["", "Bo Cleo Dov", ""]);
  });
  test("stand left of a grid that needs the height", () => {
    const two = table(2, [hidden(1, 3), grid]);
    expect([layout("laptop", two).isFlat, names(layout("laptop", two).at("left"))]).toEqual([true, "Bo"]);
    expect([layout("phone", two).isFlat, layout("laptop", two, { isOver: true }).isFlat]).toEqual([false, false]);
  });
  test("sit beside their columns if there is but one of them", () => {
    const columned = table(2, [hidden(1, 3), zone("c", "column", "Column", ups("R1"), { owner: 1 })]);
    expect([names(layout("laptop", columned).at("left")), names(layout("phone", columned).at("top"))]).toEqual(["Bo", "Bo"]);
    expect([layout("laptop", columned).isRow("left"), layout("sideways", columned).isRow("left")]).toEqual([false, false]);
  });
  test("have their names beside their cards in a low window", () => {
    const two = table(2, [hidden(1, 3), trick]);
    expect([layout("laptop", two).isLined("top"), layout("desktop", two).isLined("top"), layout("phone", two).isLined("top")]).toEqual([true, false, true]);
  });
  test("have their names above what lies in front of them, in one row, where there is no width for both", () => {
    const discards = [1, 2, 3].map((owner) => zone(`discard-${owner}`, "pile", "Discard pile", ups("R1"), { owner }));
    const low = table(4, [hidden(1, 7), hidden(2, 7), hidden(3, 7), ...discards]);
    const at = (width: number) => {
      const window = new TableWindow({ width, height: 600, use: "game", ownHeight: 600, controls: 0, hasControlsInBar: false, textSize: 1, tight: 0 });
      return new TableLayout({ window, view: low, bottom: 0, isOpen: false, isOver: false, scale: 1 });
    };
    expect([at(1024).isLined("top"), at(1024).isRow("top")]).toEqual([false, true]);
    expect([at(1366).isLined("top"), at(1366).isRow("top")]).toEqual([true, true]);
  });
  test("are shown small beside a lesson", () => {
    const two = table(2, [hidden(1, 3), trick]);
    expect([layout("laptop", two).isCompact, layout("laptop", two, { use: "lesson" }).isCompact]).toEqual([false, true]);
  });
  test("have open hands whose cards can be read everywhere", () => {
    for (const use of ["game", "replay"] as const)
      for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
        for (const players of [2, 3, 4, 6])
          for (const lying of [trick, grid, pile])
            expect(layout(size, table(players, [lying]), { use, isOpen: true }).openCard, `${use} ${size} ${players} ${lying.id}`).toBeGreaterThanOrEqual(30);
  });
});

describe("what lies on the table", () => {
  const laid = zone("laid-0", "row", "Laid down", ups("R1"), { owner: 0, purpose: "laid" });
  test("is in the middle, but for hands", () => {
    const { hand: own, middle } = layout("laptop", table(2, [hidden(1, 3), trick, pile]));
    expect([own?.id, ids(middle)]).toEqual(["hand-0", "trick pile"]);
  });
  test("and what one has laid down, if a trick needs the middle", () => {
    const shown = table(2, [hidden(1, 3), trick, laid]);
    expect([ids(layout("laptop", shown).laid), ids(layout("laptop", shown).middle)]).toEqual(["laid-0", "trick"]);
    expect([ids(layout("phone", shown).laid), ids(layout("phone", shown).middle)]).toEqual(["", "trick laid-0"]);
  });
  test("unless a track has its steps, or it is empty beside a trick and no move names it", () => {
    const steps = [track("t", "Suits", 1, 4, { side: 0, steps: [{ label: "red", suit: "red", done: true }] as never })];
    expect(ids(layout("phone", table(2, [laid], { tracks: steps })).middle)).toBe("");
    const none = { ...laid, faces: [], count: 0 };
    expect(ids(layout("phone", table(2, [none])).middle)).toBe("laid-0"); // its place is kept: nothing moves for the first
    expect(ids(layout("phone", table(2, [trick, none])).middle)).toBe("trick");
    const won = zone("won-0", "pile", "Won", [], { owner: 0, purpose: "laid" });
    expect(ids(layout("phone", table(2, [trick, none, won])).middle)).toBe("trick won-0"); // what is won with tricks comes soon
    const moves = [move([1], "lay", "Lay", [["laid-0", -1]])];
    expect(["", "laid-0"]).toEqual([[], moves].map((moves) => ids(layout("laptop", table(2, [trick, none], { moves })).laid)));
  });
  test("shows a fact, unless its card is seen", () => {
    const facts = [fact("target", "Target", "red 1", { card: "R1" }), fact("trump", "Trump", "red")];
    expect(layout("laptop", table(2, [pile], { facts })).facts.map(({ id }) => id)).toEqual(["trump"]);
    expect(layout("laptop", table(2, [trick], { facts })).facts).toHaveLength(2);
  });
  test("has its tracks, but on a phone held sideways", () => {
    const tracked = table(1, [pile], { tracks: [track("t", "Deal", 1, 4)] });
    expect(Object.keys(SIZES).filter((size) => !layout(size as keyof typeof SIZES, tracked).hasTracks)).toEqual(["sideways"]);
    expect([layout("sideways", tracked).isForceInBar, layout("laptop", tracked).isForceInBar, layout("sideways", table(2, [pile])).isForceInBar]).toEqual([true, false, false]);
  });
});

test("what is in force is smaller below open hands, above a question, and where it was seen not to fit", () => {
  const open = (size: keyof typeof SIZES) => layout(size, table(4, [trick]), { use: "replay", isOpen: true });
  expect(["desktop", "laptop", "tablet", "phone"].map((size) => open(size as keyof typeof SIZES).forceHeight(false))).toEqual([760, 500, 500, 524]);
  const usual = layout("desktop", table(4, [trick]));
  expect([usual.forceHeight(false), usual.forceHeight(true), layout("laptop", table(4, [trick]), { use: "lesson" }).forceHeight(false)]).toEqual([1080, 500, 380]);
});

describe("a small phone", () => {
  test("is one that is too low for what lies on the table", () => {
    const columned = table(2, [zone("c", "column", "Column", ups("R1"), { owner: 1 })]);
    expect([layout("small", table(2, [trick])).isSmall, layout("phone", table(2, [trick])).isSmall, layout("laptop", table(2, [trick])).isSmall]).toEqual([true, false, false]);
    expect([layout("phone", table(2, [trick]), { use: "replay" }).isSmall, layout("phone", columned, { use: "replay" }).isSmall]).toEqual([true, true]);
  });
  test("gives up the tracks of a replay with many open hands", () => {
    expect([5, 4].map((players) => layout("small", table(players, [trick]), { use: "replay" }).isCramped)).toEqual([true, false]);
    expect(layout("small", table(6, [trick])).isCramped).toBe(false);
  });
});

describe("how it ended", () => {
  const isReplaced = (size: keyof typeof SIZES, zones: Zone[], players = 2, isFull = false) => layout(size, table(players, zones), { isOver: true }).isMiddleReplaced(isFull);
  test("takes the place of finished tricks where it would stand beside them", () => {
    expect([isReplaced("laptop", [trick]), isReplaced("desktop", [trick]), isReplaced("phone", [trick])]).toEqual([true, false, false]);
  });
  test("stands beside piles, and takes the place of what needs a low window's height", () => {
    expect([isReplaced("laptop", [pile]), isReplaced("sideways", [pile]), isReplaced("sideways", [grid])]).toEqual([false, false, true]);
  });
  test("takes the place of all on a small phone, between seats, and where both were seen not to fit", () => {
    expect([isReplaced("small", [pile]), isReplaced("tablet", [pile], 4), isReplaced("desktop", [pile], 2, true)]).toEqual([true, true, true]);
  });
});
