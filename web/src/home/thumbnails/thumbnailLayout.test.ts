import { describe, expect, test } from "vitest";

import { VIEWS } from "../../../dev/views";
import type { View } from "../../protocol/types";
import { layOutThumbnail } from "./thumbnailLayout";

const sizes = [[286, 150], [108, 112]] as const;
const views = Object.entries(VIEWS).map(([name, make]) => [name, make()] as const);

describe.each(sizes)("in %i by %i pixels", (width, height) => {
  test.each(views)("%s: only faces are shown, each once, all of them reaching into the picture", (_, view) => {
    const placed = layOutThumbnail(view, width, height);
    const open = new Set(view.zones.flatMap((zone) => zone.faces.flatMap((face) => (face.state === "up" ? [face.code] : []))));
    expect(placed.every(({ code }) => open.has(code))).toBe(true);
    expect(placed.length > 0).toBe(open.size > 0);
    expect(new Set(placed.map(({ code }) => code)).size).toBe(placed.length);
    for (const { x, y, width: card } of placed) {
      expect(card).toBeGreaterThanOrEqual(30); // what is smaller says nothing
      expect([x - card / 2 >= -1, x + card / 2 <= width + 1, y - card * 0.7 < height, y > 0]).toEqual([true, true, true, true]);
    }
  });
});

test("what is in force keeps its place on the left", () => {
  const view = views.find(([name]) => name === "trick")![1];
  const trick = view.zones.find((zone) => zone.kind === "trick")!.faces.map((face) => face.code);
  const left = (beside: number): number => Math.min(...layOutThumbnail(view, 286, 150, beside).filter(({ code }) => trick.includes(code)).map(({ x, width }) => x - width / 2));
  expect(left(100)).toBeGreaterThan(100);
  expect(left(0)).toBeLessThan(100);
});

test("a table without open cards gives an empty picture", () => {
  const view: View = { ...views[0]![1], zones: [] };
  expect(layOutThumbnail(view, 286, 150)).toEqual([]);
});
