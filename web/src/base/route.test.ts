import { expect, test } from "vitest";

import { parseRoute, replayLink, reviewLink, rulesLink, roomLink } from "./route";

test("addresses can be read back", () => {
  expect(parseRoute(roomLink("a b"))).toEqual({ page: "room", room: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  expect(parseRoute("#/join/A-b_1")).toEqual({ page: "join", code: "A-b_1" });
  expect(parseRoute("#/device/xyz")).toEqual({ page: "device", code: "xyz" });
  for (const hash of ["", "#/", "#/room/", "#/join/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});

test("a review opens with its replay", () => {
  expect(parseRoute(reviewLink("r1"))).toMatchObject({ page: "replay", room: "r1", made: null, review: true });
  expect(parseRoute(replayLink("r1", 5))).toMatchObject({ made: 5, review: false });
});
