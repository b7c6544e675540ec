import { describe, expect, test } from "vitest";

import { freePlace, roomFor, type Box } from "./freePlace";

const AREA: Box = { left: 0, top: 0, width: 300, height: 200 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });

test("where nothing is in the way it stays", () => {
  expect(freePlace(box(100, 150, 80, 30), AREA, [box(0, 0, 90, 40)])).toEqual({ left: 100, top: 150, covered: 0 });
});

test("it moves to the nearest place that covers nothing", () => {
  const pile = box(90, 140, 100, 60);
  const { left, top, covered } = freePlace(box(100, 150, 80, 30), AREA, [pile]);
  expect(covered).toBe(0);
  expect(left >= 190 || left + 80 <= 90 || top + 30 <= 140).toBe(true);
  expect(Math.abs(left - 100) + Math.abs(top - 150)).toBeLessThan(120);
});

test("it comes inside the area, and where there is no room it covers least", () => {
  expect(freePlace(box(280, 190, 80, 30), AREA, [])).toEqual({ left: 220, top: 170, covered: 0 });
  const full = [box(0, 0, 300, 150), box(0, 150, 150, 50)];
  const found = freePlace(box(20, 20, 200, 40), AREA, full);
  expect([found.left, found.top >= 154]).toEqual([100, true]);
  expect(found.covered).toBeGreaterThan(0);
});

describe("the room for a panel", () => {
  const area = { left: 0, top: 0, width: 800, height: 600 };
  const cards = { left: 300, top: 200, width: 200, height: 150 };
  const shapes = [{ width: 500, height: 300 }, { width: 760, height: 180 }];

  test("is that of the first shape that covers nothing, near to where it would stand", () => {
    expect(roomFor(shapes, { left: 400, top: 300 }, area, [])).toEqual({ left: 150, top: 150, width: 500, height: 300 });
    expect(roomFor(shapes, { left: 400, top: 300 }, area, [cards])).toMatchObject({ left: 20, width: 760 });
  });
  test("is none where each shape covers something", () => {
    expect(roomFor(shapes, { left: 400, top: 300 }, area, [cards, { ...cards, top: 30 }, { ...cards, top: 430 }])).toBeNull();
    expect(roomFor([{ width: 900, height: 20 }], { left: 400, top: 300 }, area, [])).toBeNull();
  });
});
