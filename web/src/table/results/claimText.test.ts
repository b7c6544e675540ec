import { expect, test } from "vitest";

import { claimInWords } from "./claimText";

test("who claims, who concedes, and why", () => {
  expect(claimInWords({ concedes: false, settled: false }, "Bo")).toBe("Bo claims the rest.");
  expect(claimInWords({ concedes: false, settled: true }, "You")).toBe("You end the deal: nothing can change any more.");
  expect(claimInWords({ concedes: true, settled: true }, "Bo")).toBe("Bo concedes the rest: nothing can change any more.");
});
