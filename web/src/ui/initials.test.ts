import { expect, test } from "vitest";

import { initials } from "./initials";

test("initials", () => {
  expect(["Ada", "Anna Lena Maier", "élan", "", "𝒳 y", "\u2068שלום\u2069", "👨‍👩‍👧‍👦 🇩🇪 x"].map((name) => initials(name))).toEqual(["A", "AL", "É", "?", "𝒳Y", "ש", "👨‍👩‍👧‍👦🇩🇪"]);
  expect(["Ada", "Anna Lena Maier", ""].map((name) => initials(name, 1))).toEqual(["A", "A", "?"]);
});
