import { expect, test } from "vitest";

import type { Face, Zone } from "../protocol/types";
import { columnTops, FEW_STRIPS, leastHeight, mostHeight, SettledSize } from "./column";
import { columnGap, fit } from "./fit";

const face = (state: Face["state"]): Face => ({ state, code: state === "up" ? "AS" : null, seat: null, x: null, y: null, mark: "", note: "", why: "", like: null, place: "" });
const faces = (down: number, up: number): Face[] => [...Array.from({ length: down }, () => face("down")), ...Array.from({ length: up }, () => face("up"))];
const zone = (id: string, kind: Zone["kind"], held: Face[], owner: number | null = null): Zone => ({
  id, kind, purpose: kind === "column" ? "tableau" : "stock", label: id, owner, faces: held, count: held.length, beneath: [], leader: null, note: "", place: "",
}); // prettier-ignore
const space = { width: 374, height: 480, seats: 1, most: 96, least: 34, between: 12 };

test("cards face up show more than cards face down, and each at least what a finger aims at", () => {
  const tops = columnTops(faces(3, 3), 50, 400);
  expect(tops).toHaveLength(6);
  expect(tops[0]).toBe(0);
  expect(tops[1]! - tops[0]!).toBeCloseTo(10);
  expect(tops[4]! - tops[3]!).toBe(24);
});

test("a long column is pressed together until it fits", () => {
  const held = faces(6, 13);
  for (const height of [mostHeight(held, 50), 360, leastHeight(held, 50)]) {
    expect(columnTops(held, 50, height).at(-1)! + 70).toBeLessThanOrEqual(height + 0.01);
  }
  expect(columnTops(held, 50, 200).at(-1)! + 70).toBeLessThanOrEqual(201); // even where nothing could be read
});

test("where a column is pressed together, cards face up have their strips before those face down", () => {
  const tops = columnTops(faces(3, 7), 38, 205);
  const strips = tops.slice(1).map((top, i) => top - tops[i]!);
  expect(strips.slice(3).every((height) => height >= 23.9)).toBe(true);
  expect(tops.at(-1)! + 38 * 1.4).toBeLessThanOrEqual(205.01);
});

test("short columns have the height of usual ones, so that nothing moves while they grow", () => {
  expect(leastHeight(faces(0, 1), 50)).toBe(leastHeight(faces(2, 4), 50));
  expect(leastHeight(faces(6, 13), 50)).toBeGreaterThan(leastHeight(faces(0, 1), 50));
});

test("the columns of a table stand in one line, below what else there is", () => {
  const zones = [zone("stock", "stock", faces(1, 0)), ...Array.from({ length: 7 }, (_, i) => zone(`c${i}`, "column", faces(i, 1)))];
  const { card, boxes, lines } = fit(zones, space);
  expect(lines.map((line) => line.length)).toEqual([1, 7]);
  expect(7 * card + 6 * 5).toBeLessThanOrEqual(374);
  expect(new Set(zones.slice(1).map(({ id }) => boxes.get(id)!.height)).size).toBe(1);
});

test("growing columns leave the size of the cards as it is, up to a usual length", () => {
  const withCards = (up: number) => fit([zone("stock", "stock", faces(1, 0)), ...Array.from({ length: 7 }, (_, i) => zone(`c${i}`, "column", faces(i, i === 3 ? up : 1)))], space);
  const [few, many] = [withCards(1), withCards(7)];
  expect(many.card).toBe(few.card);
  expect(many.boxes).toEqual(few.boxes);
});

test("what a player's column is worth has its room before it is worth anything", () => {
  const columns = (note: string) => Array.from({ length: 5 }, (_, i) => ({ ...zone(`c${i}`, "column", faces(0, i ? 0 : 1), 0), note: i ? "" : note }));
  const [nothing, some] = ["", "-8"].map((note) => fit(columns(note), { ...space, width: 820, height: 190, flat: true }));
  expect([some!.card, some!.boxes.get("c1")]).toEqual([nothing!.card, nothing!.boxes.get("c1")]);
});

test("where the window is low, columns share a line with the piles", () => {
  const zones = [zone("stock", "stock", faces(1, 0)), ...Array.from({ length: 5 }, (_, i) => zone(`c${i}`, "column", faces(0, 2), 0))];
  expect(fit(zones, { ...space, width: 820, height: 190 }).lines.map((line) => line.length)).toEqual([6]);
});

test("columns are far enough apart for fingers, and have fewer strips on a small phone", () => {
  expect([columnGap(34, 12, 46), columnGap(60, 12, 46), columnGap(34, 12)]).toEqual([12, 5, 5]);
  const [usual, small] = [undefined, FEW_STRIPS].map((strips) => fit([zone("a", "column", faces(0, 1))], { ...space, most: 40, height: 1, least: 40, strips }).boxes.get("a")!.height);
  expect(usual! - small!).toBeCloseTo(40 * 0.9);
});
test("cards shrink at once, and grow where it is worth it, or in another place", () => {
  const size = new SettledSize();
  expect([60, 52, 54, 58, 60].map((largest) => size.of("window", largest))).toEqual([60, 52, 52, 52, 60]);
  size.of("window", 52);
  expect(size.of("other", 54)).toBe(54);
});
