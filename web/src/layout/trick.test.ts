import { describe, expect, test } from "vitest";

import { trickOffset } from "./seats";
import { fitTrick, trickSize } from "./trick";

describe("a trick on a narrow table", () => {
  const room = { width: 340, height: 260, seats: 4, most: 120, least: 34 };

  test("lies whole in the window", () => {
    for (const seats of [2, 3, 4, 5, 6]) {
      const { card, middle } = fitTrick({ ...room, seats }, []);
      for (let seat = 0; seat < seats; seat++) {
        const { x, y } = trickOffset(seat, seats, 0);
        expect(Math.abs(x) * card + card / 2).toBeLessThanOrEqual(170);
        expect(middle + (y - 0.5) * card * 1.4).toBeGreaterThanOrEqual(12); // a note stands above a card
        expect(middle + (y + 0.5) * card * 1.4).toBeLessThanOrEqual(260);
      }
    }
  });
  test("goes round what lies in a corner, and below what lies across", () => {
    const corner = fitTrick(room, [{ left: 0, top: 0, right: 80, bottom: 70 }]);
    const across = fitTrick(room, [{ left: 0, top: 0, right: 340, bottom: 70 }]);
    expect(corner.card).toBeGreaterThan(across.card);
    expect([corner.isFree, across.isFree]).toEqual([true, true]);
    expect(across.middle - across.card * 1.4).toBeGreaterThan(70 + 12); // the note above its highest card lies over nothing either
  });
  test("of three, whose lowest card lies farther from its centre than the others, keeps to the middle where it is not moved", () => {
    const three = { ...room, seats: 3, height: 230 };
    const [moved, kept] = [fitTrick(three, []), fitTrick({ ...three, off: 6 }, [])];
    expect(moved.middle).toBeLessThan(115 - 6);
    expect(Math.abs(kept.middle - 115)).toBeLessThanOrEqual(6);
    expect(kept.middle + kept.card * 1.4).toBeLessThanOrEqual(230);
  });
  test("says so if even the smallest cards cover something", () => {
    expect(fitTrick({ ...room, height: 80 }, [])).toMatchObject({ card: 34, isFree: false });
    expect(fitTrick({ ...room, height: 160 }, [{ left: 20, top: 0, right: 320, bottom: 70 }])).toMatchObject({ card: 34, isFree: false });
  });
  test("is flat where it does not fit otherwise, and each of its cards shows its index", () => {
    expect(fitTrick({ ...room, height: 110 }, [])).toMatchObject({ isFree: true, isFlat: true, aside: 0 });
    expect(fitTrick({ ...room, height: 130 }, [])).toMatchObject({ isFree: true, isFlat: false });
    for (const seats of [2, 3, 4, 5, 6]) {
      const at = Array.from({ length: seats }, (_, seat) => trickOffset(seat, seats, 0, true));
      expect(trickSize(40, seats, true).height).toBeLessThan(trickSize(40, seats).height);
      for (const far of at) for (const near of at) if (near.y > far.y && Math.abs(near.x - far.x) < 0.5) expect(near.y - far.y).toBeGreaterThan(0.6);
    }
  });
  test("stands beside the middle rather than on what lies there", () => {
    const corners = [{ left: 0, top: 0, right: 44, bottom: 90 }, { left: 196, top: 0, right: 300, bottom: 110 }];
    const { aside, ...laid } = fitTrick({ ...room, seats: 6, width: 300, height: 150, least: 30 }, corners);
    expect(laid).toMatchObject({ isFree: true });
    expect(aside).toBeLessThan(0);
  });
});
