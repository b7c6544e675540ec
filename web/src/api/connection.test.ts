import { expect, test } from "vitest";

import { retryDelay } from "./connection";

test("a lost connection is tried again after longer and longer, and never given up", () => {
  expect([0, 1, 2, 3, 10].map(retryDelay)).toEqual([500, 1000, 2000, 4000, 8000]);
});
