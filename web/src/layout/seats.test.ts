import { describe, expect, test } from "vitest";

import { sides, trickOffset } from "./seats";

describe("seats", () => {
  test("sit clockwise from the left", () => {
    expect(sides(3, false)).toEqual(["left", "top", "right"]);
    expect(sides(5, false)).toEqual(["left", "top", "top", "top", "right"]);
    expect(sides(3, true)).toEqual(["top", "top", "top"]);
  });
  test("lay their cards toward themselves", () => {
    expect(trickOffset(2, 4, 2).y).toBeGreaterThan(0);
    expect(trickOffset(3, 4, 2).x).toBeLessThan(0);
    expect(trickOffset(0, 4, 2).y).toBeLessThan(0);
    expect(trickOffset(1, 4, 2).x).toBeGreaterThan(0);
  });
});
