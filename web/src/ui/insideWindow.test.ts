import { expect, test } from "vitest";

import { shiftOf } from "./insideWindow";

test.each([
  ["in the middle", 100, 200, 0],
  ["over the right edge", 250, 400, -46],
  ["over the left edge", -40, 100, 46],
  ["wider than the window: it begins inside", -20, 400, 26],
  ["too wide at the right: no further than the left edge", 30, 420, -24],
] as const)("%s", (_, left, right, shift) => expect(shiftOf(left, right, 360)).toBe(shift));
