// @vitest-environment jsdom
import { expect, test } from "vitest";

import { sevendeck } from "../../dev/packs";
import { rememberShuffle, rememberedShuffle } from "../api/shuffleMemory";
import { settings } from "../base/settings.svelte";
import type { GameInfo, Games, RoomInfo } from "../protocol/types";
import { newRoomRequest, toStored, withFriends, withoutFriends, lastSetupText, outcomeText, playersText, fillSeats, fitOptions, dailyRoom, setupFrom, whyNot } from "./newGame";

const game: GameInfo = {
  id: "some", name: "Some", about: "", players: [2, 3, 4], minutes: 10, ...sevendeck, phrases: [], open_hands: false, known_cards: false, facts: false, seat_lines: false, lesson: false, solved: true,
  options: [
    { about: "How many play.", name: "players", label: "Players", values: [2, 3, 4].map((value) => ({ value, label: `${value}`, about: "" })), default: 2 },
    { about: "", name: "silly", label: "Silly", values: [{ value: false, label: "No", about: "" }, { value: true, label: "Yes", about: "" }], default: false },
  ],
  conflicts: [{ values: { players: 4, silly: true }, why: "Four are never silly." }],
};
const games: Games = {
  games: [game],
  broken: [],
  bots: [{ id: "club", name: "Club", about: "", is_level: true }, { id: "random", name: "Random", about: "", is_level: false }, { id: "search", name: "Search", about: "", is_level: false }],
  paces: [{ id: "slow", name: "Slow" }, { id: "normal", name: "Normal" }],
  ready: {},
  test_rooms: false,
  public_rooms: false,
  followed: [],
};

test("without a choice the defaults are played, against the club player", () => {
  expect(setupFrom(game, games, null)).toEqual({
    game: "some", options: { players: 2, silly: false }, seats: ["you", "club"], pace: "normal", tempo: "live", clock: null, test: false,
  });
});

test("the last choice is played again, as far as it is still there", () => {
  const chosen = { options: { players: 3, silly: "often", gone: 1 }, seat: 2, bots: [{ kind: "random", pace: "slow" }, { kind: "lost", pace: "slow" }] };
  expect(setupFrom(game, games, chosen)).toMatchObject({ options: { players: 3, silly: false }, seats: ["random", "club", "you"], pace: "normal" });
});

test("a value that does not go with an earlier option cannot be chosen, and is given up when that is chosen", () => {
  const four = { players: 4, silly: false };
  expect(whyNot(game, four, "silly", true)).toBe("Four are never silly.");
  expect(whyNot(game, { ...four, players: 3 }, "silly", true)).toBe("");
  expect(whyNot(game, { players: 3, silly: true }, "players", 4)).toBe("");
  expect(fitOptions(game, { players: 4, silly: true })).toEqual(four);
  expect(setupFrom(game, games, { options: { players: 4, silly: true } }).options).toEqual(four);
});

test("players in words", () => {
  expect([[1], [4], [2, 3, 4], [3, 4, 6]].map(playersText)).toEqual(["for one", "4 players", "2–4 players", "3, 4 or 6 players"]);
});

test("all bots have the pace that was set", () => {
  const chosen = { options: { players: 3 }, seat: 0, bots: [{ kind: "random", pace: "normal" }] };
  expect(setupFrom(game, games, chosen, "slow")).toMatchObject({ pace: "slow", seats: ["you", "random", "random"] });
  expect(setupFrom(game, games, null, "gone").pace).toBe("normal");
});

test("friends come with a tempo and a clock, which are kept; without friends there is neither", () => {
  const room = setupFrom(game, games, { options: { players: 3 }, seats: ["you", "open", "random"], tempo: "turns", clock: "1d" });
  expect(room).toMatchObject({ seats: ["you", "open", "random"], tempo: "turns", clock: { seconds: 86_400 } });
  expect(setupFrom(game, games, toStored(room))).toEqual(room);
  expect(newRoomRequest(room).seats).toEqual([{ kind: "you" }, { kind: "open" }, { kind: "bot", bot: "random" }]);
  expect(setupFrom(game, games, { options: {}, seats: ["you", "search"], tempo: "turns", clock: "1d" })).toMatchObject({ tempo: "live", clock: null });
  expect(newRoomRequest(setupFrom(game, games, { options: {}, seats: ["search", "search"] })).watch).toBe(true);
});

test("nobody drops out who chose to play where there are fewer seats", () => {
  expect(fillSeats(2, ["random", "search", "you"], "search")).toEqual(["random", "you"]);
  expect(fillSeats(4, ["you", "open"], "search")).toEqual(["you", "open", "search", "search"]);
});

test("what was chosen the last time is said where it is not the usual", () => {
  const said = (options: Record<string, number | boolean>, seat: number | null = 0) => lastSetupText(game, { options, seat, bots: [] });
  expect(lastSetupText(game, null)).toBe("");
  expect(said({ players: 2, silly: false })).toBe("");
  expect(said({ players: 3, silly: true }, null)).toBe("3 players, silly, watching");
  expect(said({ players: 9 })).toBe("");
  expect(["you open", "you you", "you search"].map((seats) => lastSetupText(game, { options: {}, seats: seats.split(" ") }))).toEqual(["", "at one screen", ""]);
});

test("a deal is newRoomRequest for by its number, as that of the day, or not at all", () => {
  const room = { ...setupFrom(game, games, null), seats: ["you"] };
  expect(newRoomRequest({ ...room, seats: ["you", "club"], deal: 7 })).not.toHaveProperty("deal");
  expect(newRoomRequest(room)).not.toHaveProperty("deal");
  expect(newRoomRequest({ ...room, deal: "daily" })).toMatchObject({ daily: true });
  expect(newRoomRequest({ ...room, deal: 7 })).toMatchObject({ deal: 7 });
  expect(newRoomRequest({ ...room, deal: 7 })).not.toHaveProperty("daily");
});

test("today's deal is the one with the usual options, and says how it went", () => {
  const played = { game: "some", options: { players: 2, silly: false }, status: "over", seat: 0, seats: [{ seat: 0, you: true }], score: "12", result: { winners: [0], sentence: "", scores: [], resigned: null } } as unknown as RoomInfo;
  expect(dailyRoom(game, [{ ...played, options: { players: 2, silly: true } }, played])).toBe(played);
  expect(dailyRoom(game, [{ ...played, game: "other" }])).toBeNull();
  expect(outcomeText(played)).toBe("won, 12");
  expect(outcomeText({ ...played, result: { ...played.result!, winners: [] }, score: "" })).toBe("lost");
  expect(outcomeText({ ...played, status: "open" })).toBe("not finished");
  expect(outcomeText({ ...played, status: "given up", result: null })).toBe("given up");
});

test("asks for a deal that can be won, or one by its number, and never for both", () => {
  const room = { ...setupFrom(game, { games: [game], broken: [], bots: [], paces: [], ready: {}, test_rooms: false, public_rooms: false, followed: [] }, null), seats: ["you"] };
  expect(newRoomRequest({ ...room, deal: "winnable" })).toMatchObject({ winnable: true });
  expect(newRoomRequest({ ...room, deal: 7 })).not.toHaveProperty("winnable");
});

test("a tile never opens an empty room: bots take the seats of friends", () => {
  const last = setupFrom(game, games, { options: { players: 3 }, seats: ["you", "open", "random"], tempo: "turns", clock: "1d" });
  const room = newRoomRequest(withoutFriends(last, games));
  expect(room.seats).toEqual([{ kind: "you" }, { kind: "bot", bot: "random" }, { kind: "bot", bot: "random" }]);
  expect(room).toMatchObject({ tempo: "live", clock: null });
});

test("a number of friends chooses the number of players: as few bots as the game allows", () => {
  const usual = setupFrom(game, games, null);
  expect(withFriends(usual, 1, game, games)).toMatchObject({ options: { players: 2 }, seats: ["you", "open"] });
  expect(withFriends(usual, 9, game, games)).toMatchObject({ options: { players: 4 }, seats: ["you", "open", "open", "open"] });
  const forFour = { ...game, players: [4], options: [] };
  expect(withFriends(setupFrom(forFour, games, null), 1, forFour, games).seats).toEqual(["you", "open", "club", "club"]);
});

test("a test room is made where there are some: as it was last, or for who serves the game from its file", () => {
  const test = (more: Partial<Games>, chosen?: boolean) => setupFrom(game, { ...games, ...more }, chosen === undefined ? null : { options: {}, test: chosen }).test;
  expect([test({}), test({}, true), test({ followed: [game.id] })]).toEqual([false, false, false]);
  expect([test({ test_rooms: true }), test({ test_rooms: true }, true)]).toEqual([false, true]);
  expect([test({ test_rooms: true, followed: [game.id] }), test({ test_rooms: true, followed: [game.id] }, false)]).toEqual([true, false]);
  const room = setupFrom(game, { ...games, test_rooms: true }, { options: {}, seats: ["you", "open"], clock: "5m", test: true });
  expect([room.clock, toStored(room).test, newRoomRequest(room).test]).toEqual([null, true, true]);
});

// What another version of the page, or another program of this origin, may have left.
const ODD = [5, "x", true, null, [], [1], [[1]], [null], {}, { options: null }, { options: 7, seats: 5 }, [["x"]], [["x", null]]];

test("values of any shape in the browser's storage are passed over", () => {
  for (const odd of [...ODD, ...ODD.map((seats) => ({ options: {}, seats })), ...ODD.map((bots) => ({ options: {}, bots, seat: 1 }))]) {
    for (const name of ["shuffles", "game.some"]) localStorage.setItem(`sevenfold.${name}`, JSON.stringify(odd));
    const setup = settings.setupOf("some");
    expect(setupFrom(game, games, setup).options, JSON.stringify(odd)).toEqual(setupFrom(game, games, null).options);
    expect(typeof lastSetupText(game, setup)).toBe("string");
    expect(rememberedShuffle("room")).toBe(null);
    rememberShuffle("room", "c", null);
    expect(rememberedShuffle("room")).toEqual({ commitment: "c", mine: null });
  }
});
