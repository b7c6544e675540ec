import { describe, expect, test } from "vitest";

import { fan, LEAST_SHOWN } from "./fan";

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
});
