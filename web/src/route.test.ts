import { expect, test } from "vitest";

import { parseRoute, rulesLink, roomLink } from "./route";

test("addresses can be read back", () => {
  expect(parseRoute(roomLink("a b"))).toEqual({ page: "room", room: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  for (const hash of ["", "#/", "#/room/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});
