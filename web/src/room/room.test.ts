// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hidden, move, news, roomInfo, seat, sitter, up, ups, zone } from "../../dev/build";
import { openRoom as open } from "../../dev/room";
import { announcer } from "../base/announcer.svelte";
import { reading } from "../base/reading";
import { settings } from "../base/settings.svelte";
import { Room } from "./room.svelte";
import type { ClaimedMessage, RoomInfo } from "../protocol/types";

const INFO = roomInfo({ id: "t" });
const ONE = move([3], "play R1", "Play red 1", [["hand-0", 0]]);
const ALONE = [sitter(0, "Kim", { you: true }), sitter(1, "Ada", { kind: "bot" })];
const OTHER = move([4], "play R2", "Play red 2", [["hand-0", 1]]);

beforeEach(() => {
  settings.forced = "last";
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  location.hash = ""; // all files share a document
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("views that come fast are shown one after the other", () => {
  const { room, show } = open();
  for (const made of [1, 2, 3]) show({ made, turn: 1 });
  expect(room.state.view?.made).toBe(2);
  vi.advanceTimersByTime(600);
  expect(room.state.view?.made).toBe(3);
  room.close();
});

test("another's move of several steps is shown as a whole, once it is complete", () => {
  const { room, show } = open({ seats: SEATS });
  show({ made: 1, turn: 1 });
  show({ made: 2, turn: 1, midway: true });
  show({ made: 3, turn: 1, midway: true });
  vi.advanceTimersByTime(2000);
  room.playback.catchUp();
  expect([room.state.view?.made, room.playback.isBehind]).toEqual([1, false]);
  show({ made: 4, turn: 0, moves: [ONE, OTHER] });
  expect([room.state.view?.made, room.playback.isBehind]).toEqual([4, false]);
  show({ made: 5, turn: 0, midway: true, moves: [ONE, OTHER] }); // one's own
  vi.advanceTimersByTime(600);
  expect(room.state.view?.made).toBe(5);
  show({ made: 4, turn: 1, midway: true }); // taken back
  expect(room.state.view?.made).toBe(4);
  room.close();
});

test("while the only person reads, nothing new is shown; afterwards it is, one after the other", () => {
  const { room, show } = open({ seats: ALONE });
  show({ made: 1, turn: 1 });
  const close = reading.begin();
  for (const made of [2, 3, 4]) show({ made, turn: 1 });
  vi.advanceTimersByTime(60_000);
  expect(room.state.view?.made).toBe(1);
  close();
  expect(room.state.view?.made).toBe(2);
  vi.advanceTimersByTime(1200);
  expect(room.state.view?.made).toBe(4);
  room.close();
});

test.each([
  ["another person plays too", { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Bo")] }],
  ["a clock runs", { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Ada", { kind: "bot" })], clock: { seconds: 60, increment: 0 } }],
  ["they only watch", { seats: [sitter(0, "Kim", { kind: "bot" }), sitter(1, "Ada", { kind: "bot" })] }],
])("nothing waits for somebody who reads if %s", (_, about) => {
  const { room, show } = open(about);
  show({ made: 1, turn: 1 });
  const close = reading.begin();
  show({ made: 2, turn: 1 });
  vi.advanceTimersByTime(1000);
  expect(room.state.view?.made).toBe(2);
  close();
  room.close();
});

test("a dialog that never opens is not waited for", () => {
  const { room, show } = open({ seats: ALONE });
  show({ made: 1, turn: 1 });
  reading.expect();
  show({ made: 2, turn: 1 });
  vi.advanceTimersByTime(4000);
  expect(room.state.view?.made).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(room.state.view?.made).toBe(2);
  room.close();
});

test("a single move is not made for somebody who reads", () => {
  const { room, sent, show } = open({ seats: ALONE });
  settings.forced = "always";
  const close = reading.begin();
  show({ made: 1, moves: [ONE] });
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
  close();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([{ type: "move", number: 1, actions: [3] }]);
  room.close();
});

test("a game is not over before its end is shown", () => {
  const { room, show } = open({ seats: ALONE });
  show({ made: 1, turn: 1 });
  show({ made: 2, turn: 1 });
  const result = { winners: [1], returns: [0, 1], truncated: false, sentence: "Ada wins." };
  show({ made: 3, turn: null, result }, { status: "over" });
  expect([room.state.view?.made, room.state.info?.status]).toEqual([2, "open"]);
  vi.advanceTimersByTime(1200);
  expect([room.state.view?.made, room.state.info?.status]).toEqual([3, "over"]);
  room.close();
});

test("whoever touches something sees the newest at once", () => {
  const { room, show } = open();
  show({ made: 1, turn: 1 });
  show({ made: 2, turn: 1 });
  show({ made: 3, moves: [ONE, OTHER] });
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect(room.state.view?.made).toBe(3);
  expect(room.input.moves.sent?.actions).toEqual([4]);
  room.close();
});

const TRICK = zone("trick", "trick", "Trick", [up("R7", { seat: 1 })], { leader: 1 });
const TAKEN = { number: 1, leader: 1, taker: 1, cards: [{ seat: 1, code: "R7" }, { seat: 0, code: "R1" }] };
const TOOK = news(2, "trick", "Ada takes the trick.", [], 1);

test("a finished trick rests, then is taken away", () => {
  const { room, show } = open();
  show({ made: 1, zones: [TRICK] });
  show({ made: 2, zones: [{ ...TRICK, faces: [] }], last_trick: TAKEN, news: [TOOK] });
  vi.advanceTimersByTime(800);
  expect(room.playback.shown?.zones[0]?.faces.map((face) => face.code)).toEqual(["R7", "R1"]);
  vi.advanceTimersByTime(1000);
  expect(room.playback.restingTrick).toBeNull();
  room.close();
});

const SHEET = [{ deal: 1, lines: [{ seat: 0, bid: 1, took: 0, terms: [], points: 0, total: 0 }] }];
const DEALT = { made: 2, last_trick: TAKEN, sheet: SHEET, news: [TOOK, news(2, "score", "You score 0 in deal 1."), news(2, "deal", "Deal 2.", [], 1)] };

test("what is dealt after the last trick is not shown, nor played, while that rests", () => {
  const { room, show } = open();
  show({ made: 1, zones: [TRICK, zone("hand-0", "hand", "Hand", ups("R1"), { owner: 0 })] });
  show({ ...DEALT, moves: [ONE, OTHER] });
  vi.advanceTimersByTime(300);
  expect(room.playback.shown?.zones.map((zone) => zone.faces.map((face) => face.code))).toEqual([["R7", "R1"], []]);
  expect([room.playback.shown?.prompt, room.input.selection.choices.shown.size]).toEqual(["Ada takes the trick.", 0]);
  vi.advanceTimersByTime(1000);
  expect([room.input.selection.choices.shown.size, room.playback.dealOver?.deal]).toEqual([0, SHEET[0]]);
  vi.advanceTimersByTime(310);
  room.playback.nextDeal();
  expect(room.input.selection.choices.shown.size).toBe(2);
  room.close();
});

test("whoever acts need not wait for the trick that rests", () => {
  const { room, show } = open();
  show({ made: 1, zones: [TRICK] });
  show({ ...DEALT, moves: [ONE, OTHER] });
  room.playback.catchUp();
  expect([room.playback.restingTrick, room.playback.dealOver?.deal]).toEqual([null, SHEET[0]]);
  vi.advanceTimersByTime(310);
  room.playback.nextDeal();
  room.input.selection.touch({ zone: "hand-0", at: 1 }); // too soon: it was meant for what was there before
  expect(room.input.moves.sent).toBeNull();
  vi.advanceTimersByTime(310);
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect(room.input.moves.sent?.actions).toEqual([4]);
  room.close();
});

test("news are spoken as they are told, and those without words are not", () => {
  const { room, show } = open();
  show({ made: 1 });
  show({ made: 2, prompt: "Your turn again.", news: [news(1, "play", "Long ago."), TOOK, news(2, "hush", "")] });
  vi.advanceTimersByTime(600);
  expect(announcer.text.trim()).toBe("Ada takes the trick. Your turn again.");
  expect(room.state.log.map((one) => one.text)).toEqual(["Ada takes the trick."]);
  room.close();
});

test("a single legal move is made after a pause where that is wanted, unless it is to be asked for", () => {
  for (const [ask, forced] of [[false, "always"], [true, "always"], [false, "last"], [false, "never"]] as const) {
    settings.forced = forced;
    const { room, show, sent } = open();
    show({ moves: [ONE], ask });
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1500);
    expect(sent).toEqual(!ask && forced === "always" ? [{ type: "move", number: 7, actions: [3] }] : []);
    room.close();
  }
});

test("the last card of a deal is played with a word, and what is touched right then is not meant for what comes", () => {
  const { room, show, sent } = open();
  show({ zones: [zone("hand-0", "hand", "Hand", ups("R1"), { owner: 0 }), zone("trick", "trick", "Trick", [])], moves: [ONE] });
  vi.advanceTimersByTime(660);
  expect(sent).toEqual([{ type: "move", number: 7, actions: [3] }]);
  expect([room.notice.text, room.input.moves.forcedCard]).toEqual(["The only card: it was played for you.", "R1"]);
  show({ made: 8, turn: 1 });
  expect(room.notice.text).not.toBe("");
  show({ made: 9, moves: [ONE, OTHER] });
  room.playback.catchUp();
  expect(room.notice.text).toBe("");
  room.input.make(OTHER);
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(310);
  room.input.make(OTHER);
  expect(sent).toHaveLength(2);
  room.close();
});

test("touching another card changes the choice, also one that is no next step", () => {
  const { room, show, sent } = open();
  const attack = (at: number, seat: number) => move([at, seat], "", "Attack", [["hand-0", at], [`hand-${seat}`, -1]]);
  show({ moves: [attack(0, 1), attack(0, 2), attack(1, 1), attack(1, 2)] });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  expect([room.input.selection.picked, room.input.selection.isAlternative("hand-0", 1), room.input.selection.isAlternative("hand-1", -1)]).toEqual([["hand-0:0"], true, false]);
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect([room.input.selection.picked, sent]).toEqual([["hand-0:1"], []]);
  room.input.selection.touch({ zone: "hand-1", at: 0 });
  expect(sent).toEqual([{ type: "move", number: 7, actions: [1, 1] }]);
  room.close();
});

test("cards to pass are touched in any order, taken back one by one, and confirmed together", () => {
  const { room, show, sent } = open();
  const pass = (at: number) => move([at], `pass R${at + 1}`, `Pass red ${at + 1}`, [["hand-0", at]]);
  show({ zones: [zone("hand-0", "hand", "Hand", ups("R1 R2 R3 R4"), { owner: 0 })], moves: [0, 1, 2, 3].map(pass), together: 3 });
  const { selection } = room.input;
  for (const at of [2, 0]) selection.touch({ zone: "hand-0", at });
  expect([selection.picked, selection.choices.buttons]).toEqual([["hand-0:2", "hand-0:0"], []]);
  expect(selection.choices.refused).toEqual([{ button: "Pass these 3 cards", label: "Pass these 3 cards", why: "Choose 1 more, or touch one again to put it back." }]);
  selection.touch({ zone: "hand-0", at: 2 });
  for (const at of [3, 1, 2]) selection.touch({ zone: "hand-0", at });
  expect(selection.picked).toEqual(["hand-0:0", "hand-0:3", "hand-0:1"]); // a fourth is refused
  expect(room.notice.text).toBe("You have chosen 3 cards: touch one again to put it back.");
  const [confirm] = selection.choices.buttons;
  expect(confirm?.label).toBe("Pass these 3 cards");
  expect(sent).toEqual([]);
  selection.make(confirm!);
  expect(sent).toEqual([{ type: "move", number: 7, actions: [0, 3, 1] }]);
  room.close();
});

test("of two cards that are alike either is touched for both, and both where two are chosen", () => {
  const { room, show, sent } = open();
  const hand = [...ups("R1a R1b R2").map((face, at) => (at === 1 ? { ...face, like: 0 } : face))];
  const play = (at: number) => move([at], "", "Play", [["hand-0", at]]);
  show({ zones: [zone("hand-0", "hand", "Hand", hand, { owner: 0 })], moves: [play(0), play(2)] });
  expect([0, 1, 2].map((at) => room.input.selection.isShown("hand-0", at))).toEqual([true, true, true]);
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect(sent).toEqual([{ type: "move", number: 7, actions: [0] }]);
  room.close();
});

test("a notice goes when the table it was about is gone", () => {
  const { room, show } = open();
  show({ made: 3, turn: 1, prompt: "Bo is to play." });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  expect(room.notice.text).toBe("Bo is to play.");
  show({ made: 3, turn: 1, prompt: "Bo is to play." });
  expect(room.notice.text).toBe("Bo is to play.");
  show({ made: 4, moves: [ONE, OTHER] });
  vi.advanceTimersByTime(300);
  expect(room.notice.text).toBe("");
  room.close();
});

test("after a deal the table rests, and what comes meanwhile waits, until the player goes on", () => {
  const { room, show } = open();
  const last = { number: 1, leader: 0, taker: 1, cards: [{ seat: 0, code: "R1" }, { seat: 1, code: "R5" }] };
  const line = (seat: number) => ({ seat, bid: 1, took: 1, terms: [], points: 10, total: 10 });
  const sheet = [{ deal: 1, lines: [line(0), line(1)] }];
  show({ made: 1, zones: [zone("hand-0", "hand", "Hand", ups("R1"), { owner: 0 }), hidden(1, 1), zone("trick", "trick", "Trick", [])] });
  const told = [news(2, "trick", "Ada takes the trick."), news(2, "score", ""), news(2, "deal", "Deal 2.")];
  show({ made: 2, last_trick: last, sheet, news: told, prompt: "Bid." });
  vi.advanceTimersByTime(1500);
  expect([room.playback.dealOver?.deal?.deal, room.playback.restingTrick, room.playback.isOwnTurn]).toEqual([1, null, false]);
  show({ made: 3, turn: 1, sheet });
  show({ made: 4, sheet, moves: [ONE, OTHER] });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  vi.advanceTimersByTime(20000);
  expect([room.state.view?.made, room.state.latestMade, room.playback.shown?.turn]).toEqual([2, 4, null]);
  expect(room.playback.shown?.zones.find((one) => one.kind === "trick")?.faces).toEqual([]);
  room.playback.nextDeal();
  vi.advanceTimersByTime(1000);
  expect([room.playback.dealOver, room.state.view?.made, room.input.selection.choices.shown.size]).toEqual([null, 4, 2]);
  room.close();
});

test("the game's first deal is not the end of one", () => {
  const { room, show } = open();
  show({ made: 0, news: [news(0, "deal", "Deal 1.")] });
  show({ made: 1, news: [news(0, "deal", "Deal 1."), news(1, "bid", "You bid 1.")] });
  vi.advanceTimersByTime(300);
  expect(room.playback.dealOver).toBeNull();
  room.close();
});

test("attacks and marriages are told in large letters, bids at the seat that makes them", () => {
  const { room, show } = open();
  show({ made: 1, turn: 1 });
  const attack = news(2, "attack", "Ada attacks you.", [], 1, { to: 0, is_move: true, shows: "line" });
  const lost = news(3, "lose", "You lose the red 1.", [], 0, { shows: "large" });
  show({ made: 2, news: [attack] });
  vi.advanceTimersByTime(9000);
  expect(room.playback.callouts.large).toEqual([attack]); // it waits for the answer
  show({ made: 3, turn: 1, news: [attack, lost] });
  vi.advanceTimersByTime(300);
  expect(room.playback.callouts.large).toEqual([attack, lost]);
  vi.advanceTimersByTime(9000);
  expect(room.playback.callouts.large).toEqual([]);
  show({ made: 4, turn: 1, news: [news(4, "bid", "Ada bids 3.", [], 1, { is_move: true })] });
  expect(room.playback.callouts.bySeat).toMatchObject({ 1: { text: "Ada bids 3." } });
  expect(room.playback.callouts.told).toEqual([]);
  room.playback.callouts.setPlace(1, false); // there is no room for a bubble
  expect(room.playback.callouts.told).toMatchObject([{ text: "Ada bids 3." }]);
  vi.advanceTimersByTime(3000);
  expect([room.playback.callouts.bySeat, room.playback.callouts.told]).toEqual([{}, []]);
  room.close();
});

test("a move is sent once, whatever is touched meanwhile", () => {
  const { room, show, sent } = open();
  show({ moves: [ONE, OTHER] });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  expect(sent).toEqual([{ type: "move", number: 7, actions: [3] }]);
  room.close();
});

test("a move made without a connection goes out when it is back", () => {
  const { room, show, sent, setOnline } = open();
  show({ moves: [ONE, OTHER] });
  setOnline(false);
  room.input.make(ONE);
  expect(room.notice.text).toContain("connection");
  setOnline(true);
  show({ moves: [ONE, OTHER] });
  expect(sent).toEqual([{ type: "move", number: 7, actions: [3] }]);
  room.close();
});

test("a move whose answer was lost is sent once more; if another was made meanwhile, the player is told", () => {
  for (const wasMade of [true, false]) {
    const { room, show, sent, setOnline, receive } = open();
    show({ moves: [ONE, OTHER] });
    room.input.make(ONE);
    setOnline(false);
    setOnline(true);
    show({ made: 9, moves: [OTHER] }); // the log has grown, by this move or by a bot's
    expect(sent).toEqual([0, 1].map(() => ({ type: "move", number: 7, actions: [3] })));
    expect(room.input.moves.isBlocked).toBe(true);
    show({ made: 9, moves: [OTHER] });
    expect([room.input.moves.isBlocked, sent.length]).toEqual([false, 2]);
    if (!wasMade) receive({ type: "error", code: "stale", message: "The game has moved on.", rule: "" });
    expect(room.notice.text).toBe(wasMade ? "" : "Your last move was not made: the game went on while you had no connection.");
    room.close();
  }
});

test("a room opens over a feed that is there at once, as a replay's is", () => {
  const room = new Room("t", (_id, listener) => {
    listener.onStateChange("open");
    return { send: () => false, close: () => undefined };
  });
  expect(room.state.connection).toBe("open");
  room.close();
});

test("the player hears that the connection is lost, and that it is back", () => {
  const { room, setOnline } = open();
  setOnline(false);
  expect(announcer.text).toBe("No connection. Trying again.");
  setOnline(true);
  expect(announcer.text).toBe("The connection is back.");
  room.close();
});

test("a refusal is told and the cards can be touched again", () => {
  const { room, show, receive } = open();
  show({ moves: [ONE, OTHER] });
  room.input.make(ONE);
  receive({ type: "error", code: "illegal", message: "You must follow.", rule: "" });
  expect([room.notice.text, room.input.moves.sent]).toEqual(["You must follow.", null]);
  room.close();
});

test("a game that cannot be shown says so while people wait for it", () => {
  const { room, receive } = open();
  receive({ type: "error", code: "broken_game", message: "The game's own file is at fault.", rule: "" });
  expect(room.state.status).toBe("The game's own file is at fault.");
  room.close();
});

test("a card that may not be played says why", () => {
  const { room, show } = open();
  show({ moves: [ONE, { ...ONE, actions: [5] }] });
  room.input.selection.touch({ zone: "hand-0", at: 1 }, "You hold a red card, so you must follow red.");
  expect(room.notice.text).toBe("You hold a red card, so you must follow red.");
  room.close();
});

test("news are kept, each once", () => {
  const { room, show } = open();
  const told = [1, 2, 2, 3, 4].map((number) => news(number, "play", `It is ${number}.`));
  show({ made: 3, news: told.slice(0, 4) });
  show({ made: 4, news: told });
  vi.advanceTimersByTime(600);
  expect(room.state.log.map((item) => item.number)).toEqual([1, 2, 2, 3, 4]);
  room.close();
});

test("what a move does is told where it would be completed", () => {
  const { room, show } = open();
  const attack = (seat: number, effect: string) => ({ ...move([3, seat], "", "Attack", [["hand-0", 0], [`hand-${seat}`, -1]]), effect });
  show({ turn: 0, moves: [attack(1, "2 by suit"), attack(2, "no match")] });
  expect(room.input.selection.effect("hand-1", -1)).toBe("");
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  expect(room.input.selection.effect("hand-1", -1)).toBe("2 by suit");
  expect(room.input.selection.effect("hand-2", -1)).toBe("no match");
});

test("what changes around the table leaves a card that is picked up where it is", () => {
  const { room, show } = open();
  const PLACE = move([5], "place R1", "Place red 1", [["hand-0", 0], ["stock", -1]]);
  show({ made: 1, moves: [PLACE, OTHER] });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  expect(room.input.selection.picked).toEqual(["hand-0:0"]);
  show({ made: 1, moves: [PLACE, OTHER], seats: [seat(0, "You"), seat(1, "Kim")] });
  expect(room.input.selection.picked).toEqual(["hand-0:0"]);
  expect(room.state.view?.seats[1]?.name).toBe("Kim");
  room.close();
});

test("taking back is asked for where it may be, and else its reason is told", () => {
  const { room, show, sent } = open();
  show({ made: 2 }, { why_not_undo: "A card has come to light." });
  room.input.undoRedo.undo();
  expect([room.notice.text, sent]).toEqual(["A card has come to light.", []]);
  show({ made: 3, moves: [ONE, OTHER], news: [news(3, "play", "Ada plays red 7.", [], 1)] }, { may_undo: true });
  room.input.undoRedo.undo();
  expect(sent).toEqual([{ type: "undo", number: 3 }]);
  expect(room.state.log.map((one) => one.text)).toEqual(["Ada plays red 7."]);
  show({ made: 2 }, { number: 4, may_redo: true });
  expect(room.state.log).toEqual([]);
  expect(room.notice.text).toBe("");
  room.input.undoRedo.redo();
  expect(sent.at(-1)).toEqual({ type: "redo", number: 4 });
  room.close();
});

test("in a replay nothing is taken back: the room's log stays as it is", () => {
  const { room, show } = open();
  show({ made: 3 }, { number: 9 });
  show({ made: 2 }, { number: 9 });
  expect([room.state.view?.made, room.notice.text]).toEqual([2, ""]);
  room.close();
});

test("what somebody else takes back is told, and so is a refusal", () => {
  const { room, show } = open();
  const seats = [sitter(0, "Kim", { you: true }), sitter(1, "Lou")];
  show({ made: 3 }, { seats });
  show({ made: 2 }, { number: 4, seats });
  expect(room.notice.text).toBe("A move was taken back.");
  show({ made: 2 }, { number: 4, seats, asking: { seat: 0, to: 1, yes: [] } });
  show({ made: 2 }, { number: 4, seats });
  expect(room.notice.text).toContain("refused");
  room.close();
});

test("a screen is handed over before another's cards are drawn", () => {
  const { room, show } = open();
  const seats = [sitter(0, "Kim", { you: true }), sitter(1, "Lou", { you: true })];
  const HIS = zone("hand-1", "hand", "Hand", ups("R3"), { owner: 1 });
  show({ made: 1 }, { seats });
  expect(room.playback.handover.curtain).toBe(0); // the person who opens the page is asked for their seat, too
  room.playback.liftCurtain();
  expect([room.playback.handover.curtain, room.state.view?.seat]).toEqual([null, 0]);
  show({ made: 2, seat: 1, turn: 1, zones: [hidden(0, 2), HIS] }, { seats });
  expect([room.playback.handover.curtain, room.state.view?.seat]).toEqual([1, 0]);
  room.playback.liftCurtain();
  expect([room.playback.handover.curtain, room.state.view?.seat]).toEqual([null, 1]);
  room.close();
});

test("with open hands the screen simply turns", () => {
  const { room, show } = open();
  const seats = [sitter(0, "Kim", { you: true }), sitter(1, "Lou", { you: true })];
  const zones = [zone("hand-0", "hand", "Hand", ups("R1"), { owner: 0 }), zone("hand-1", "hand", "Hand", ups("R3"), { owner: 1 })];
  show({ made: 1, zones }, { seats });
  show({ made: 2, seat: 1, turn: 1, zones }, { seats });
  expect([room.playback.handover.curtain, room.state.view?.seat]).toEqual([null, 1]);
  room.close();
});

test("a move that another tab has overtaken is told", () => {
  const { room, show, receive } = open();
  show({ made: 1, moves: [ONE, OTHER] });
  room.input.make(ONE);
  receive({ type: "error", code: "stale", message: "", rule: "" });
  expect(room.notice.text).toContain("another tab");
  expect(room.input.moves.sent).toBeNull();
  room.input.selection.putBack();
  receive({ type: "error", code: "stale", message: "", rule: "" }); // a move that was sent twice
  expect(room.notice.text).toBe("");
  room.close();
});

test("what all are told of a player stands at their seat, and is read out", () => {
  const { room, receive } = open();
  receive({ type: "announcement", seat: 1, text: "Cleo has left; a bot plays on for them." });
  expect([room.bubbles.bySeat[1]?.text, announcer.text]).toEqual(["Cleo has left; a bot plays on for them.", "Cleo has left; a bot plays on for them."]);
  room.close();
});

test("a game that the other gives up is read out", () => {
  const { room, show } = open();
  show({});
  show({ prompt: "Lou resigned, you win." }, { status: "given up" });
  expect(announcer.text).toBe("Lou resigned, you win.");
  room.close();
});

test("who leaves for another deal is not shown that the game ends by it", async () => {
  const { room, show, setOnline } = open({ seats: ALONE });
  show({ made: 1 });
  const leaving = room.leave(async () => "#/room/next");
  show({ made: 1, prompt: "The game was given up." }, { status: "given up" });
  await leaving;
  setOnline(false);
  expect([room.state.info?.status, room.state.connection, location.hash]).toEqual(["open", "connecting", "#/room/next"]);
  expect(announcer.text).not.toBe("The game was given up.");
  room.close();
});

test("who cannot leave is shown what has happened meanwhile", async () => {
  const { room, show, setOnline } = open({ seats: ALONE });
  show({ made: 1 });
  const leaving = room.leave(async () => Promise.reject(new Error("The server is closing.")));
  show({ made: 2, turn: 1 });
  setOnline(false);
  expect([room.state.view?.made, room.state.connection]).toEqual([1, "connecting"]);
  await expect(leaving).rejects.toThrow("The server is closing.");
  expect([room.state.view?.made, room.state.connection]).toEqual([2, "lost"]);
  room.close();
});

test("reactions stand for three seconds at their seat", () => {
  const { room, show, receive } = open();
  show({ made: 1 }, { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Lou")] });
  receive({ type: "reaction", seat: 1, reaction: "clap" });
  expect(room.bubbles.bySeat[1]?.reaction).toBe("clap");
  expect(announcer.text).toContain("Lou");
  vi.advanceTimersByTime(3100);
  expect(room.bubbles.bySeat).toEqual({});
  room.close();
});

test("a room that waits has no table yet", () => {
  const { room, receive, show } = open();
  receive({ type: "lobby", room: { ...INFO, status: "waiting" } });
  expect([room.state.info?.status, room.state.view]).toEqual(["waiting", null]);
  show({ made: 0 });
  expect(room.state.view?.made).toBe(0);
  room.close();
});

const SEATS = [{ seat: 0, you: true, kind: "person" }, { seat: 1, you: false, kind: "bot" }] as RoomInfo["seats"];

test("a hint is asked for, told and shown until something happens", () => {
  const { room, sent, show, receive } = open({ seats: SEATS });
  show({ made: 4, moves: [ONE, OTHER] });
  room.input.hints.ask();
  expect(sent).toEqual([{ type: "hint", number: 4 }]);
  receive({ type: "hint", number: 3, text: "play R2", label: "Play red 2", actions: [4], sentence: "Play red 2: it wins the trick.", figure: "64 %", expected: "" }); // about an earlier view
  expect(room.input.hints.move).toBeNull();
  receive({ type: "hint", number: 4, text: "play R2", label: "Play red 2", actions: [4], sentence: "Play red 2: it wins the trick.", figure: "+2.0 points", expected: "+2.0 ± 0.3 points" });
  expect(room.notice.text).toBe("Play red 2: it wins the trick.");
  expect(room.notice.figure).toEqual({ figure: "+2.0 points", about: "+2.0 ± 0.3 points" });
  expect([room.input.hints.isHinted("hand-0", 1), room.input.hints.isHinted("hand-0", 0)]).toEqual([true, false]);
  room.input.hints.ask(); // it is known already
  expect(sent).toHaveLength(1);
  show({ made: 5, turn: 1 });
  expect(room.input.hints.move).toBeNull();
  room.close();
});

test("there is no hint against other people", () => {
  const { room, sent, show } = open({ seats: SEATS.map((seat) => ({ ...seat, kind: "person" })) });
  show({ made: 1, moves: [ONE, OTHER] });
  expect(room.state.mayHint).toBe(false);
  room.input.hints.ask();
  expect(sent).toEqual([]);
  room.close();
});

test("in a room that waits, randomness is added to the promised shuffle", () => {
  localStorage.clear();
  const { room, sent, receive } = open();
  receive({ type: "lobby", room: { ...INFO, status: "waiting", commitment: "ab".repeat(32), seats: SEATS } });
  expect(sent).toEqual([{ type: "random", value: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  room.close();
});

test("why what one asked for is not taken back is told as it is", () => {
  const seats = [sitter(0, "Kim", { you: true }), sitter(1, "Lou")];
  const asking = { seat: 0, to: 2, yes: [] };
  for (const [now, withdraws, told] of [
    [{ number: 3 }, false, "It was refused: your move stands."],
    [{ number: 3 }, true, "You ask no longer: your move stands."],
    [{ number: 4 }, false, "The game went on, so your move stands."],
  ] as const) {
    const { room, show } = open({ seats });
    show({ made: 3, turn: 1 }, { asking });
    if (withdraws) room.input.requests.send({ type: "withdraw", number: 3 });
    show({ made: now.number, turn: 1 }, { made: now.number, ...now });
    expect(room.notice.text).toBe(told);
    room.close();
  }
});

test("whether a game for one can still be won is asked, and told of the position that is shown", () => {
  const { room, sent, show, receive } = open({ may_ask: true });
  show({ made: 4, moves: [ONE, OTHER] });
  room.input.askWinnable();
  expect(sent).toEqual([{ type: "can_win", number: 4 }]);
  receive({ type: "can_win", number: 3, answer: "no", sentence: "Of an earlier one." });
  expect(room.notice.text).toBe("Finding out whether it can still be won.");
  receive({ type: "can_win", number: 4, answer: "yes", sentence: "It can still be won." });
  expect(room.notice.text).toBe("It can still be won.");
  room.close();
});

test("where it may not be asked whether a game can still be won, nothing is sent", () => {
  const { room, sent, show } = open({ may_ask: false });
  show({ made: 4, moves: [ONE, OTHER] });
  room.input.askWinnable();
  expect(sent).toEqual([]);
  room.close();
});

const CLAIM: ClaimedMessage = { type: "claimed", seat: 1, start: 4, made: 6, settled: false, claims: true, concedes: false, cards: ["R7"], sentence: "Ada claims the rest and shows the red 7." };

test("the rest is claimed on one's own turn, where others play", () => {
  const { room, sent, show } = open({ seats: SEATS });
  show({ made: 4, moves: [ONE, OTHER] });
  room.input.claim();
  expect(sent).toEqual([{ type: "claim", number: 4 }]);
  show({ made: 5, turn: 1 });
  room.input.claim();
  expect(sent).toHaveLength(1);
  expect(room.notice.text).toBe("The rest can be claimed when it is your turn.");
  room.close();
  const alone = open({ seats: [SEATS[0]!] });
  alone.show({ made: 4, moves: [ONE, OTHER] });
  alone.room.input.claim();
  expect(alone.sent).toEqual([]);
  alone.room.close();
});

test("a claim is announced, then played out card by card at the pace of the table", () => {
  const { room, show, receive } = open({ seats: SEATS });
  show({ made: 3, turn: 1 });
  show({ made: 4, turn: 1 });
  receive(CLAIM);
  expect([room.state.view?.made, room.playback.claims.shown]).toEqual([4, CLAIM]);
  expect(announcer.text).toBe("Ada claims the rest and shows the red 7.");
  show({ made: 5, turn: null });
  show({ made: 6, turn: 1 });
  vi.advanceTimersByTime(450);
  expect(room.state.view?.made).toBe(4);
  vi.advanceTimersByTime(100);
  expect([room.state.view?.made, room.playback.isOwnTurn]).toEqual([5, false]);
  vi.advanceTimersByTime(500);
  expect([room.state.view?.made, room.playback.claims.shown]).toEqual([6, CLAIM]);
  vi.advanceTimersByTime(7000);
  expect(room.playback.claims.shown).toBeNull();
  room.close();
});

test("the log says nothing of the next deal while the end of the last one is shown", () => {
  const { room, show } = open({ seats: SEATS });
  show({ made: 1, zones: [TRICK] });
  show(DEALT);
  expect(room.playback.log.map((news) => news.text)).toEqual(["Ada takes the trick.", "You score 0 in deal 1."]);
  vi.advanceTimersByTime(3000);
  room.playback.nextDeal();
  expect(room.playback.log.map((news) => news.text)).toEqual(["Ada takes the trick.", "You score 0 in deal 1.", "Deal 2."]);
  room.close();
});

test("a claim waits for the views before it", () => {
  const { room, show, receive } = open({ seats: SEATS });
  for (const made of [2, 3, 4]) show({ made, turn: 1 });
  receive(CLAIM);
  expect([room.state.view?.made, room.playback.claims.shown]).toEqual([3, null]);
  vi.advanceTimersByTime(600);
  expect([room.state.view?.made, room.playback.claims.shown]).toEqual([4, CLAIM]);
  show({ made: 3, turn: 1 }); // taken back
  expect(room.playback.claims.shown).toBeNull();
  room.close();
});

test("a claim by which a deal ended is shown until the player goes on", () => {
  const { room, show, receive } = open({ seats: SEATS });
  show({ made: 1, zones: [TRICK] });
  receive({ ...CLAIM, start: 1, made: 2 });
  show(DEALT);
  expect(room.playback.claims.shown).not.toBeNull();
  vi.advanceTimersByTime(30_000);
  expect(room.playback.claims.shown).not.toBeNull();
  receive({ ...CLAIM, start: 2, seat: 0 }); // of the next deal, which is not shown yet
  show({ made: 6, turn: 1 });
  expect(room.playback.claims.shown?.seat).toBe(1);
  room.playback.nextDeal();
  expect([room.playback.dealOver, room.playback.claims.shown?.seat]).toEqual([null, 0]);
  room.close();
});

test("a claim by which the game ended stays with how it ended", () => {
  const { room, show, receive } = open({ seats: SEATS });
  show({ made: 4, turn: 1 });
  receive(CLAIM);
  show({ made: 6, turn: null, result: { winners: [1], returns: [0, 1], truncated: false, sentence: "Ada wins." } });
  vi.advanceTimersByTime(30_000);
  expect([room.state.view?.made, room.playback.claims.shown]).toEqual([6, CLAIM]);
  room.close();
});

test("hands that were opened in a test room are opened again over another connection, and nowhere else", () => {
  sessionStorage.clear();
  const { room, sent, show, setOnline } = open({ test: true });
  const peeks = () => sent.splice(0).map((message) => (message as { type: string; on?: boolean }).on);
  show({ made: 1, turn: 1 });
  room.input.designer.showAll(true);
  expect(peeks()).toEqual([true]);
  show({ made: 2, turn: 1 }); // on its way when the hands were opened
  expect(peeks()).toEqual([]);
  setOnline(false);
  setOnline(true);
  show({ made: 3, turn: 1 });
  expect(peeks()).toEqual([true]);
  room.close();

  for (const [about, wanted] of [[{ test: true }, [true]], [{ test: true, host: false }, []], [{}, []]] as const) {
    const again = open(about); // the page was loaded anew
    again.show({ made: 3, turn: 1 });
    expect(again.sent).toEqual(wanted.map((on) => ({ type: "peek", on })));
    again.room.close();
  }

  const last = open({ test: true });
  last.show({ made: 3, turn: 1 }, { sees_all: true });
  last.room.input.designer.showAll(false);
  last.setOnline(false);
  last.setOnline(true);
  last.show({ made: 4, turn: 1 });
  expect(last.sent).toEqual([{ type: "peek", on: false }]);
  last.room.close();
});

test("a test room goes on while its designer reads, and makes no move by itself while the bots are held", () => {
  settings.forced = "always";
  const { room, sent, show } = open({ seats: ALONE, test: true });
  show({ made: 1, turn: 1 });
  const close = reading.begin();
  show({ made: 2, moves: [ONE] }, { held: true });
  vi.advanceTimersByTime(5000);
  expect(room.state.view?.made).toBe(2);
  expect(sent).toEqual([]);
  show({ made: 3, moves: [ONE] });
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([{ type: "move", number: 3, actions: [3] }]);
  close();
  room.close();
});
