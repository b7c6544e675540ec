import { describe, expect, test } from "vitest";

import { fan, LEAST_SHOWN, readable, rowsFor } from "./fan";

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
