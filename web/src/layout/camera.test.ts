import { describe, expect, test } from "vitest";

import { up } from "../../dev/build";
import { frame, panBy, zoomAt } from "./camera";

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
