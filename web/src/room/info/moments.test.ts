import { expect, test } from "vitest";

import { momentText } from "./moments";

test("a moment is named by what happened just before it", () => {
  expect(momentText({ made: 0, text: "Ada deals." })).toBe("The beginning");
  expect(momentText({ made: 12, text: "Bo plays red 7." })).toBe("12: Bo plays red 7.");
  expect(momentText({ made: 3, text: "" })).toBe("3: after 3 actions");
});

test("of a long text the end is shown, which came last", () => {
  const text = momentText({ made: 4, text: `${"x".repeat(100)} Bo passes.` });
  expect(text).toMatch(/^4: …x+ Bo passes\.$/);
  expect(text.length).toBe("4: ".length + 70);
});
