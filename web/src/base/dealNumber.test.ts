import { expect, test } from "vitest";

import { DEAL_NUMBERS, MAX_DEAL, parseDeal } from "./dealNumber";

test("a deal's number as typed", () => {
  expect([" 7 ", "4,294,967,295", "007"].map(parseDeal)).toEqual([7, MAX_DEAL, 7]);
  expect(["", "0", "-1", "1.5", "4294967296", "12345678901", "seven"].map(parseDeal)).toEqual(Array(7).fill(null));
  expect(DEAL_NUMBERS).toContain("from 1 to 4,294,967,295");
});
