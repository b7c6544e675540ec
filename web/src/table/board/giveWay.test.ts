import { describe, expect, test } from "vitest";

import { ALL, giveWay, type Kept, type Seen } from "./giveWay";
import { EXTENSIONS } from "../../layout/tableWindow";

const FITS: Seen = { isScrolling: false, isCut: false, crowding: 0, isSmall: false, hasPilesAlone: false, hasKnownRoom: false, isShort: false, levels: 2, mayBeHigher: false, isReplay: false, makesRoom: false };
const PHONE: Seen = { ...FITS, isSmall: true, levels: 3, mayBeHigher: true };

/** What is left when nothing ever fits, and in which order it was given up. */
function all(seen: Seen): [Kept, string[]] {
  const order: string[] = [];
  let kept = ALL;
  for (;;) {
    const next = giveWay(kept, seen);
    if (next === kept) return [kept, order];
    for (const name of ["tips", "answers", "known", "lastTrick", "tight"] as const) if (next[name] !== kept[name]) order.push(name);
    kept = next;
  }
}

test("a table on which all fits keeps all", () => {
  expect(giveWay(ALL, FITS)).toBe(ALL);
  expect(giveWay(ALL, PHONE)).toBe(ALL);
});

describe("a table on which something does not fit gives up", () => {
  test("on a small phone first the room of tips, then smaller signs, the room of answers, the button of the last trick, and at last its height", () => {
    const [kept, order] = all({ ...PHONE, isScrolling: true });
    expect(order.slice(0, 6)).toEqual(["tips", "tight", "answers", "tight", "tight", "lastTrick"]);
    expect(kept).toMatchObject({ tips: false, answers: false, known: true, lastTrick: false, tight: 3 + EXTENSIONS });
  });
  test("the room of known cards before it is higher, and looks again at the rest", () => {
    const [kept, order] = all({ ...PHONE, isScrolling: true, hasKnownRoom: true });
    expect(kept).toMatchObject({ known: false, tight: 3 + EXTENSIONS });
    expect(order.filter((name) => name === "tight")).toHaveLength(3 + 1 + 3 + EXTENSIONS);
  });
  test("in a wide window only the size of signs", () => {
    expect(all({ ...FITS, isScrolling: true })[0]).toMatchObject({ tight: 1, lastTrick: true });
    expect(all({ ...FITS, isScrolling: true, isShort: true })[0].tight).toBe(2);
    expect(all({ ...FITS, isScrolling: true, isCut: true })[0].tight).toBe(2); // and tracks, before what is in force is cut
  });
  test("for a trick that is flat or stands aside no height", () => {
    expect(all({ ...PHONE, crowding: 1 })[0]).toMatchObject({ tips: false, answers: true, tight: 2 });
    expect(all({ ...PHONE, crowding: 1, hasPilesAlone: true })[0].tips).toBe(true);
  });
  test("in a replay the room of known cards alone, and where room is made for how the game ended nothing", () => {
    expect(all({ ...PHONE, isScrolling: true, isReplay: true, hasKnownRoom: true })[0]).toEqual({ ...ALL, known: false });
    expect(all({ ...PHONE, isScrolling: true, makesRoom: true })[0]).toEqual(ALL);
  });
});
