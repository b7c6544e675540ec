import { expect, test } from "vitest";

import { claimText } from "./claimText";

test("who claims, who concedes, and why", () => {
  expect(claimText({ concedes: false, settled: false }, "Bo")).toBe("Bo claims the rest.");
  expect(claimText({ concedes: false, settled: true }, "You")).toBe("You end the deal: nothing can change any more.");
  expect(claimText({ concedes: true, settled: true }, "Bo")).toBe("Bo concedes the rest: nothing can change any more.");
});
