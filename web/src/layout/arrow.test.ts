import { expect, test } from "vitest";

import { arrow } from "./arrow";

const seat = (left: number, top: number) => ({ left, top, width: 100, height: 40 });

test("an arrow goes from edge to edge, its head at the one attacked", () => {
  expect(arrow(seat(0, 0), seat(0, 400))).toEqual({ path: "M50 44L50 380", head: "M50 396L40.4 380L59.6 380Z" });
  expect(arrow(seat(400, 0), seat(0, 0)).path).toBe("M396 20L120 20");
});

test("seats that touch still give an arrow", () => {
  expect(arrow(seat(0, 0), seat(0, 0)).path).not.toContain("NaN");
});
