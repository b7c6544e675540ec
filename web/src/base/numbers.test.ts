import { expect, test } from "vitest";

import { numberText } from "./numbers";

test("a number below 0 has a minus sign, and no more decimals than wanted", () => {
  expect([-3, -0.255, 12.3456, 0].map((n) => numberText(n, 2))).toEqual(["−3", "−0.25", "12.35", "0"]);
  expect([2.36, -1.04].map((n) => numberText(n, 1))).toEqual(["2.4", "−1"]);
  expect(numberText(-0.4)).toBe("0");
});
