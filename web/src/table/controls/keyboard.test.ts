// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { move, sitter } from "../../../dev/build";
import { placeAt } from "../../../dev/dom";
import { openRoom } from "../../../dev/room";
import { announcer } from "../../base/announcer.svelte";
import type { Move, RoomInfo, View } from "../../protocol/types";
import { Keyboard } from "./keyboard";

const ONE = move([3], "play R1", "Play red 1", [["hand-0", 0]]);
const OTHER = move([4], "play R2", "Play red 2", [["hand-0", 1]]);
const BID = [0, 1].map((n) => move([n], `bid ${n}`, `Bid ${n}`, [], String(n), String(n)));

/** A board with a card at the top and two of the player's own in the foot, and a keyboard that plays there. */
function table(more: Partial<View> = {}, about: Partial<RoomInfo> = {}) {
  document.body.innerHTML = `<div id="board"><button id="top" data-can></button><footer><button id="left" data-can data-spot="hand-0:0"></button><button id="right" data-other data-spot="hand-0:1"></button></footer></div><a id="link" href="#/">Games</a><input id="field">`;
  const get = (id: string): HTMLElement => document.getElementById(id)!;
  placeAt(get("top"), { left: 200, top: 0 });
  placeAt(get("left"), { left: 0, top: 500 });
  placeAt(get("right"), { left: 200, top: 500 });
  const opened = openRoom(about);
  opened.room.elements.attachRoot(get("board"));
  opened.show({ moves: [ONE, OTHER], ...more });
  const openRules = vi.fn();
  const openDeal = vi.fn();
  const keyboard = new Keyboard(opened.room, openRules, openDeal);
  const press = (key: string, init: KeyboardEventInit = {}): boolean => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    addEventListener("keydown", keyboard.press, { once: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { ...opened, keyboard, openRules, openDeal, press, get, focused: () => document.activeElement?.id ?? "" };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

test("arrow keys begin in the player's own cards and move the focus to the nearest choice in a direction", () => {
  const { room, press, focused } = table();
  const path = ["ArrowUp", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowDown"].map((key) => (press(key), focused()));
  expect(path).toEqual(["left", "right", "top", "top", "right"]);
  room.close();
});

test("the arrows scroll a region that has the focus", () => {
  const { room, press, get } = table();
  get("board").insertAdjacentHTML("beforeend", `<p id="told" role="region" tabindex="0"></p>`);
  get("told").focus();
  expect([press("ArrowDown"), press("ArrowUp"), press("m")]).toEqual([false, false, true]);
  room.close();
});

test("a key that does something is not left to the browser, any other is", () => {
  const { room, press } = table();
  expect([press("ArrowUp"), press("m"), press("x"), press("Tab")]).toEqual([true, true, false, false]);
  room.close();
});

test("the number of a button presses it, and that of a refused button says why", () => {
  const { room, press, sent } = table({ moves: BID, refused: [{ button: "2", label: "Bid 2", why: "The bids may not add up." }] });
  press("2");
  expect([room.notice.text, sent]).toEqual(["The bids may not add up.", []]);
  press("1");
  expect(sent).toEqual([{ type: "move", number: 7, actions: [1] }]);
  room.close();
});

test("a letter presses its button, also as a capital", () => {
  const named: Move = move([9], "follow", "Follow suit", [], "Suit", "s");
  const { room, press, sent } = table({ moves: [named, ONE] });
  press("S");
  expect(sent).toEqual([{ type: "move", number: 7, actions: [9] }]);
  room.close();
});

test("Escape puts a card back", () => {
  const { room, press } = table({ moves: [move([3], "place", "Place", [["hand-0", 0], ["hand-1", -1]]), OTHER] });
  room.input.selection.touch({ zone: "hand-0", at: 0 });
  expect(room.input.selection.picked).toEqual(["hand-0:0"]);
  press("Escape");
  expect(room.input.selection.picked).toEqual([]);
  room.close();
});

test("? opens the rules at the rule that matters, m says what may be done", () => {
  const { room, press, openRules } = table({ about: "MOCK-7" });
  press("?");
  expect(openRules).toHaveBeenCalledWith("MOCK-7");
  press("m");
  expect(room.notice.text).toBe("You may: Play red 1; Play red 2.");
  room.close();
});

test("h asks for a hint, u and y undo and redo", () => {
  const { room, press, sent } = table({}, { may_undo: true, may_redo: true });
  for (const key of ["h", "u", "y", "U"]) press(key);
  expect(sent.map((message) => (message as { type: string }).type)).toEqual(["hint", "undo", "redo", "redo"]);
  room.close();
});

test("capitals choose another deal, where no other people play", () => {
  const alone = table({}, { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Bo", { kind: "bot" })] });
  for (const key of ["R", "N", "D"]) alone.press(key);
  expect(alone.openDeal.mock.calls).toEqual([["same"], ["new"], ["number"]]);
  alone.room.close();
  const together = table({}, { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Lou")] });
  together.press("N");
  expect(together.openDeal).not.toHaveBeenCalled();
  together.room.close();
});

test("c claims the rest, or asks whether a game for one can still be won", () => {
  const several = table();
  several.press("c");
  expect(several.sent).toEqual([{ type: "claim", number: 7 }]);
  several.room.close();
  const alone = table({}, { may_ask: true, seats: [sitter(0, "Kim", { you: true })] });
  alone.press("c");
  expect(alone.sent).toEqual([{ type: "can_win", number: 7 }]);
  alone.room.close();
});

test.each([["control", { ctrlKey: true }], ["the command key", { metaKey: true }], ["alt", { altKey: true }]])("keys with %s belong to the browser", (_, init) => {
  const { room, press, sent } = table({ moves: BID });
  expect([press("1", init), sent]).toEqual([false, []]);
  room.close();
});

test("keys typed into a field, or while a dialog is open, are no moves", () => {
  const { room, press, sent, get } = table({ moves: BID });
  get("field").focus();
  press("1");
  get("field").blur();
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));
  press("1");
  expect(sent).toEqual([]);
  room.close();
});

test("when the focused choice disappears, the nearest one gets the focus, but only for players who use keys", () => {
  const { room, keyboard, press, get, focused } = table();
  press("ArrowUp");
  press("ArrowRight"); // the right one
  get("right").remove();
  keyboard.keepFocus();
  expect(focused()).toBe("left");
  get("left").blur();
  keyboard.point();
  keyboard.keepFocus();
  expect(focused()).toBe("");
  room.close();
});

test("p points: the arrows go from place to place, Enter points, Escape ends it", () => {
  const { room, sent, press, get } = table({}, { seats: [sitter(0, "Kim", { you: true }), sitter(1, "Bo")] });
  const { pointing } = room.input;
  get("top").outerHTML = `<div id="a" data-place="cells:0" aria-label="blue 7"></div><div id="b" data-place="cells:1"></div><footer><div id="c" data-place="hand-0:0"></div></footer>`;
  ["a", "b", "c"].forEach((id, i) => {
    placeAt(get(id), { left: 100 * i, top: 0 });
    Object.assign(get(id), { checkVisibility: () => true, scrollIntoView: () => undefined });
  });
  expect([press("p"), pointing.isActive, pointing.cursor, announcer.text]).toEqual([true, true, "cells:0", "blue 7"]);
  const path = ["ArrowRight", "ArrowRight", "ArrowLeft"].map((key) => (press(key), pointing.cursor));
  expect(path).toEqual(["cells:1", "cells:1", "cells:0"]); // not into the hand, which the others do not see
  press("Enter");
  expect([sent, pointing.isActive, pointing.cursor]).toEqual([[{ type: "point", zone: "cells", at: 0, card: "", x: null, y: null }], false, ""]);
  press("p");
  press("Escape");
  expect([pointing.isActive, room.input.selection.picked]).toEqual([false, []]);
  room.close();
});

test("p is left to the browser where nobody else plays", () => {
  const { room, press } = table();
  expect(press("p")).toBe(false);
  room.close();
});
