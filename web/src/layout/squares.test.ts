import { expect, test } from "vitest";

import type { Face, Zone } from "../protocol/types";
import { freeSquares, withSquares } from "./squares";

const face = (x: number, y: number, code: string | null): Face => ({ state: code ? "up" : "empty", code, seat: null, x, y, mark: "", note: "", why: "", like: null, place: "" });
const grid = (faces: Face[], kind: Zone["kind"] = "grid"): Zone => ({
  id: "table", kind, purpose: "table", label: "Table", owner: null, faces, count: 1, beneath: [], leader: null, note: "", place: "",
}); // prettier-ignore

test("free squares are those beside cards, once each, also those that are listed", () => {
  const squares = freeSquares(grid([face(0, 0, "R4"), face(1, 0, "R5"), face(-1, 0, null)]));
  expect(squares.map(({ x, y }) => `${x} ${y}`).sort()).toEqual(["-1 0", "0 -1", "0 1", "1 -1", "1 1", "2 0"]);
  expect(freeSquares(grid([face(0, 0, "R4")], "triangle"))).toEqual([]);
});

test("those that are missing come last, named by what lies beside them", () => {
  const zone = grid([face(0, 0, "R4"), face(2, 0, "B2"), face(-1, 0, null)]);
  const shown = withSquares(zone, [{ x: -1, y: 0 }, { x: 1, y: 0 }], (code) => code);
  expect(shown.faces.map(({ place }) => place)).toEqual(["", "", "", "left of B2 and right of R4"]);
  expect(withSquares(zone, [{ x: -1, y: 0 }], String)).toBe(zone);
});
