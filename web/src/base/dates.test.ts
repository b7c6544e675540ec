import { expect, test } from "vitest";

import { ago } from "./dates";

test("how long ago something was", () => {
  expect(ago(0, 30_000)).toBe("just now");
  expect(ago(1_795_221_102.5, 1_795_221_222_500)).toBe("2 min. ago");
  expect(ago(1_795_221_102.5, 1_795_224_702_500)).toBe("1 hr. ago");
});
