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

  test("is that which covers nothing, near to where it would stand", () => {
    expect(roomFor({ width: 500, height: 300 }, { left: 400, top: 300 }, area, [])).toEqual({ left: 150, top: 150, width: 500, height: 300 });
    expect(roomFor({ width: 760, height: 180 }, { left: 400, top: 300 }, area, [cards])).toEqual({ left: 20, top: 354, width: 760, height: 180 });
  });
  test("is found where it has not a pixel more than it needs", () => {
    const around = [cards, { ...cards, top: 30, height: 167 }, { ...cards, left: 0, width: 51 }, { ...cards, left: 263, width: 40 }];
    const fits = { width: 204, height: 560 };
    expect(roomFor(fits, { left: 100, top: 300 }, { ...area, width: 500 }, around)).toMatchObject({ left: 55 });
    expect(roomFor({ ...fits, width: 205 }, { left: 100, top: 300 }, { ...area, width: 500 }, around)).toBeNull();
  });
  test("is none where it covers something everywhere", () => {
    const three = [cards, { ...cards, top: 30 }, { ...cards, top: 430 }];
    expect(roomFor({ width: 500, height: 300 }, { left: 400, top: 300 }, area, three)).toBeNull();
    expect(roomFor({ width: 900, height: 20 }, { left: 400, top: 300 }, area, [])).toBeNull();
  });
});
