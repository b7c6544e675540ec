import { expect, test } from "vitest";

import { claimText } from "./claimText";

test("who claims, who concedes, and why", () => {
  expect(claimText({ claims: true, concedes: false, settled: false }, "Bo")).toBe("Bo claims the rest.");
  expect(claimText({ claims: false, concedes: true, settled: false }, "You")).toBe("You concede the rest.");
  expect(claimText({ claims: false, concedes: false, settled: false }, "Bo")).toBe("Bo ends the deal: the rest is certain.");
  expect(claimText({ claims: false, concedes: false, settled: true }, "You")).toBe("You end the deal: nothing can change any more.");
  expect(claimText({ claims: false, concedes: true, settled: true }, "Bo")).toBe("Bo concedes the rest: nothing can change any more.");
});
