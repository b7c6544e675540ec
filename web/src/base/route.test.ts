import { expect, test } from "vitest";

import { dailyLink, parseRoute, puzzleLink, replayLink, rulesLink, roomLink, shared } from "./route";

test("addresses can be read back", () => {
  expect(parseRoute(roomLink("a b"))).toEqual({ page: "room", room: "a b" });
  expect(parseRoute(rulesLink("some_game", "TRUF-5"))).toEqual({ page: "rules", game: "some_game", rule: "TRUF-5" });
  expect(parseRoute("#/join/A-b_1")).toEqual({ page: "join", code: "A-b_1" });
  expect(parseRoute("#/device/xyz")).toEqual({ page: "device", code: "xyz" });
  expect(parseRoute(dailyLink("pyramid"))).toEqual({ page: "daily", game: "pyramid" });
  for (const hash of ["", "#/", "#/daily/", "#/room/", "#/join/", "#/nothing"]) expect(parseRoute(hash)).toEqual({ page: "home" });
});

test("links are shared with a path of their own, of which the server shows something", () => {
  const page = "https://cards.example/table/#/puzzle";
  expect(shared(puzzleLink(), page)).toBe("https://cards.example/table/puzzle");
  expect(shared(dailyLink("pyramid"), page)).toBe("https://cards.example/table/daily/pyramid");
  expect(shared(replayLink("A-b_1", 3, "open"), page)).toBe("https://cards.example/table/replay/A-b_1/3/open");
});
