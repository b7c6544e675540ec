import { expect, test } from "vitest";

import { parseRoute, rulesLink, tableLink } from "./route";

test("addresses can be read back", () => {
  expect(parseRoute(tableLink("a b"))).toEqual({ page: "table", table: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  for (const hash of ["", "#/", "#/table/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});
