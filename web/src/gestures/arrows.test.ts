import { expect, test } from "vitest";

import { nearest } from "./arrows";

test("arrow keys find the nearest place", () => {
  const at = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const places = [at(20, 0), at(60, 0), at(40, -50), at(0, 100)];
  expect(nearest(at(0, 0), places, "ArrowRight")).toBe(0);
  expect(nearest(at(40, 0), places, "ArrowUp")).toBe(2);
  expect(nearest(at(0, 0), places, "ArrowDown")).toBe(3);
  expect(nearest(at(0, 0), places, "ArrowLeft")).toBe(-1);
});
