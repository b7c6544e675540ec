import { describe, expect, test } from "vitest";

import { isLowestReplay, isLowReplay, TableWindow, type Surroundings } from "./tableWindow";

const tableWindow = (width: number, height: number, more: Partial<Surroundings> = {}) =>
  new TableWindow({ width, height, use: "game", ownHeight: height, controls: 0, hasControlsInBar: false, textSize: 1, tight: 0, ...more });

describe("a window", () => {
  test.each([
    ["a desktop", 1920, 1080, "wide"],
    ["a laptop", 1366, 650, "wide"],
    ["a tablet held sideways", 1024, 768, "wide"],
    ["a laptop zoomed to 125 %", 1093, 584, "wide"],
    ["a desktop zoomed to 175 %", 1097, 543, "short"],
    ["a laptop zoomed to 200 %", 683, 325, "short"],
    ["a phone held sideways", 844, 390, "short"],
    ["a small phone held sideways", 568, 320, "short"],
    ["a tablet held upright", 768, 1024, "narrow"],
    ["a phone", 390, 844, "narrow"],
    ["a small phone", 320, 568, "narrow"],
    ["a laptop zoomed to 400 %", 320, 256, "narrow"],
  ])("of %s has a form: %i × %i", (_, width, height, form) => {
    const { isNarrow, isShort, isSlim } = tableWindow(width, height);
    expect(isNarrow ? "narrow" : isShort ? "short" : "wide").toBe(form);
    expect(isSlim).toBe(width < 900);
  });
  test("that is lower than a table can be is scrolled", () => {
    expect([4, 11].map((tight) => tableWindow(320, 256, { tight }).tall)).toEqual([575, 680]);
    expect([tableWindow(320, 568, { tight: 4 }).tall, tableWindow(800, 600, { tight: 11 }).tall]).toEqual([575, 680]);
    expect([tableWindow(320, 256).tall, tableWindow(600, 300).tall, tableWindow(844, 250).tall, tableWindow(1366, 650).tall]).toEqual([560, 320, 320, 650]);
  });
  test("of larger letters may be higher, where its middle does not fit", () => {
    const tall = (width: number, height: number, tight: number) => Math.round(tableWindow(width, height, { textSize: 1.5, tight }).tall);
    expect([tall(320, 568, 3), tall(320, 568, 4), tall(320, 568, 11), tall(667, 375, 2), tall(667, 375, 8), tall(667, 375, 10)]).toEqual([568, 594, 830, 375, 523, 590]);
  });
  test("of one of the smallest phones held sideways is scrolled only where the middle does not fit", () => {
    expect([2, 3, 4, 10].map((tight) => tableWindow(568, 320, { tight }).tall)).toEqual([320, 335, 350, 400]);
    expect([tableWindow(568, 320).mayBeHigher, tableWindow(640, 360).mayBeHigher]).toEqual([true, false]);
  });
  test("of a phone held sideways, or of a laptop zoomed to 200 %, is not scrolled", () => {
    expect([tableWindow(640, 360).tall, tableWindow(640, 325).tall, tableWindow(568, 320).tall]).toEqual([360, 325, 320]);
  });
});

test("one's own hand stays in a window that is a little lower than its table, if it is a game's", () => {
  const isHeld = (width: number, height: number, tight: number, use: Surroundings["use"] = "game") => tableWindow(width, height, { tight, use }).isHeld;
  expect([isHeld(320, 568, 3), isHeld(320, 568, 4), isHeld(568, 320, 3), isHeld(320, 500, 0), isHeld(390, 844, 11)]).toEqual([false, true, true, true, false]);
  expect([isHeld(320, 568, 4, "replay"), isHeld(320, 568, 4, "lesson")]).toEqual([false, false]);
  expect([isHeld(320, 256, 0), isHeld(320, 430, 0), isHeld(568, 320, 6)]).toEqual([false, false, false]); // too little would be left
});

describe("the height of a table", () => {
  test("is that of the window in a game, and in a very low replay", () => {
    expect(tableWindow(844, 390, { ownHeight: 900 }).given).toBe(390);
    expect(tableWindow(844, 390, { use: "replay", ownHeight: 900, controls: 114, hasControlsInBar: true }).given).toBe(390);
  });
  test("is what the controls of a replay leave, however high what lies on it is", () => {
    const replay = (width: number, height: number) => tableWindow(width, height, { use: "replay", ownHeight: 2000, controls: 150 }).given;
    expect([replay(390, 844), replay(360, 560), replay(1300, 560)]).toEqual([694, 410, 410]);
  });
  test("does not fall below what a low table needs, nor exceed the window", () => {
    const replay = (width: number, height: number) => tableWindow(width, height, { use: "replay", controls: 200 }).given;
    expect([replay(844, 500), replay(844, 400), replay(1300, 450)]).toEqual([420, 400, 400]);
  });
  test("is the table's own beside a replay or a lesson in a wide window", () => {
    for (const use of ["replay", "lesson"] as const) expect(tableWindow(1440, 900, { use, ownHeight: 612, controls: 150 }).given).toBe(612);
  });
  test("is what the question of a lesson leaves in a slim window, which a low one scrolls", () => {
    expect([tableWindow(390, 844, { use: "lesson" }).given, tableWindow(844, 390, { use: "lesson" }).given]).toEqual([732, 390]);
  });
});

test("the controls of a replay stand above a low table, and in the bar of a phone held sideways", () => {
  const sizes = [[1366, 650], [1300, 560], [1440, 560], [844, 390], [740, 360], [568, 320], [390, 844], [360, 500]] as const;
  expect(sizes.map(([width, height]) => isLowReplay(width, height))).toEqual([false, true, false, true, true, true, false, true]);
  expect(sizes.map(([width, height]) => isLowestReplay(width, height))).toEqual([false, false, false, true, true, true, false, false]);
});
