import { expect, test } from "vitest";

import { UsualHeights } from "./usualHeights";

test("the largest usual height of a place is kept there, but neither all bids nor what is very high", () => {
  const heights = new UsualHeights();
  heights.note("phone", 44, false);
  heights.note("phone", 94, false);
  heights.note("phone", 44, false);
  heights.note("phone", 96, true);
  heights.note("phone", 150, false);
  expect([heights.of("phone"), heights.of("desktop")]).toEqual([94, 0]);
});
