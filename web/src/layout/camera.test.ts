import { describe, expect, test } from "vitest";

import { up } from "../../dev/build";
import { closeUp, frame, outside, panBy, zoomAt } from "./camera";

describe("an open table", () => {
  const faces = [up("R1", { x: -3, y: 0 }), up("R2", { x: 4, y: 2 })];

  test("is framed whole", () => {
    const camera = frame(faces, 400, 300, 100);
    expect(camera).toMatchObject({ x: 0.5, y: 1 });
    expect(camera.zoom * 1.1 * 8.2).toBeLessThanOrEqual(400.001);
  });
  test("keeps what lies under the finger when it zooms", () => {
    const before = { x: 2, y: 1, zoom: 50 };
    const after = zoomAt(before, 1.5, 120, -40);
    expect(before.x + 120 / (50 * 1.1)).toBeCloseTo(after.x + 120 / (after.zoom * 1.1));
    expect(before.y - 40 / (50 * 1.5)).toBeCloseTo(after.y - 40 / (after.zoom * 1.5));
  });
  test("follows the finger", () => expect(panBy({ x: 0, y: 0, zoom: 50 }, 55, 0).x).toBeCloseTo(-1));
});

describe("a table larger than its window", () => {
  const row = Array.from({ length: 20 }, (_, x) => up("R1", { x, y: 0 }));

  test("is shown where it matters, at the size asked for", () => {
    const camera = closeUp(row, [row[10]!], 400, 300, 36);
    expect(camera).toMatchObject({ x: 10, y: 0, zoom: 36 });
  });
  test("does not show more empty table than it must", () => {
    const half = 400 / (36 * 1.1) / 2;
    expect(closeUp(row, [row[0]!], 400, 300, 36).x).toBeCloseTo(half - 0.6);
    expect(closeUp(row, [row[19]!], 400, 300, 36).x).toBeCloseTo(19.6 - half);
  });
  test("says what lies beyond each edge or is cut by it, the nearest first", () => {
    const beyond = outside(row, { x: 10, y: 0, zoom: 36 }, 400, 300);
    expect(beyond.map(({ side, faces }) => [side, faces[0]!.x, faces.length])).toEqual([["left", 5, 6], ["right", 15, 5]]);
  });
});
