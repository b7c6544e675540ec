import { expect, test } from "vitest";

import { parseRoute, rulesLink, roomLink } from "./route";

test("addresses can be read back", () => {
  expect(parseRoute(roomLink("a b"))).toEqual({ page: "room", room: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  expect(parseRoute("#/join/A-b_1")).toEqual({ page: "join", code: "A-b_1" });
  expect(parseRoute("#/device/xyz")).toEqual({ page: "device", code: "xyz" });
  for (const hash of ["", "#/", "#/room/", "#/join/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});
