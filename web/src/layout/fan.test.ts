import { describe, expect, test } from "vitest";

import { fan, HandRows, LEAST_INDEX, LEAST_SHOWN, readable, rowsFor, SET_APART, spreadKnown, STACKED } from "./fan";

describe("a hand", () => {
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

  test("takes a second row where the cards of one would be too small to read", () => {
    expect([rowsFor(8, 210, 44, 1), rowsFor(18, 210, 44, 1), rowsFor(18, 900, 100, 2)]).toEqual([1, 2, 2]);
    expect(readable(18, 210, 44, rowsFor(18, 210, 44, 1))).toBeGreaterThanOrEqual(30);
  });
  test("keeps the room of the rows it once had until it is played, so that nothing above it moves", () => {
    const rows = new HandRows();
    const has = (n: number, width = 340): readonly number[] => {
      const { room, least } = rows.see(n, width, 60);
      return [room, fan(n, width, readable(n, width, 60, 2, least), undefined, 2, least).rows.length];
    };
    expect([15, 14, 13, 12, 15, 13, 8].map((n) => has(n))).toEqual(Array(7).fill([2, 2])); // also while cards are passed
    expect([5, 1, 0].map((n) => has(n))).toEqual([[2, 1], [2, 1], [2, 0]]); // one row holds them side by side
    expect([has(7), has(15), has(9, 700)]).toEqual([[1, 1], [2, 2], [1, 1]]); // the next hand, and another window, begin anew
  });
  test("has cards that do not cover each other's index of two figures", () => {
    expect(readable(12, 580, 100)).toBe(100);
    expect(readable(17, 580, 100)).toBeLessThan(76);
    for (const width of [300, 340, 392, 580, 880]) {
      for (let n = 1; n <= 26; n++) {
        const card = readable(n, width, 100);
        const { rows, step } = fan(n, width, card);
        expect(card).toBeGreaterThan(45);
        if (rows[0]! > 1) expect(step / card, `${n} cards in ${width} pixels`).toBeGreaterThan(0.41);
      }
    }
  });
});

describe("the known cards of another player's hand", () => {
  test("show their index, whatever room there is", () => {
    for (const width of [62, 90, 120, 150, 240, 400]) {
      for (let ups = 1; ups <= 13; ups++) {
        for (const backs of [0, 1, 6]) {
          const { card, rows, width: across } = spreadKnown(ups, backs, width, 34);
          const { rows: lines, step } = fan(ups, across, card, SET_APART, rows, LEAST_INDEX * card);
          const about = `${ups} cards and ${backs} backs in ${width} pixels`;
          expect(card, about).toBeGreaterThanOrEqual(30);
          expect(card, about).toBeLessThanOrEqual(34);
          if (lines[0]! > 1) expect(step / card, about).toBeGreaterThan(0.355);
          const stack = backs ? SET_APART + card + STACKED * (backs - 1) : 0;
          if (lines[0]! > 1) expect(across + stack, about).toBeLessThanOrEqual(width + 0.001);
        }
      }
    }
  });
  test("lie in one row, as wide as their badges need, as long as there is room; then their backs, then they are smaller, then in rows", () => {
    expect(spreadKnown(4, 3, 300, 34)).toEqual({ card: 34, rows: 1, width: 34 * (1 + 0.6 * 3) });
    expect(spreadKnown(7, 4, 156, 34)).toMatchObject({ card: 34, rows: 1 });
    expect(spreadKnown(7, 4, 142, 34)).toMatchObject({ rows: 1 });
    expect(spreadKnown(7, 4, 142, 34).card).toBeLessThan(34);
    expect(spreadKnown(7, 4, 120, 34)).toMatchObject({ card: 30, rows: 2 });
  });
});
