// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { move, ups, zone } from "../../../dev/build";
import { placeAt } from "../../../dev/dom";
import { openRoom } from "../../../dev/room";
import { Drag } from "./drag";

const ZONES = [zone("hand-0", "hand", "Hand", ups("R1 R2"), { owner: 0 }), zone("cells", "cells", "Cells", ups("B7"))];
const ON_CELL = move([3], "place R1", "Place red 1", [["hand-0", 0], ["cells", 0]]);
const ON_ITS_OWN = move([4], "play R1", "Play red 1", [["hand-0", 0]]);
const OTHER = move([5], "place R2", "Place red 2", [["hand-0", 1], ["cells", 0]]);

const spot = (key: string, code: string): string => `<div data-code="${code}"><button data-spot="${key}" data-can></button></div>`;

/** A hand of two cards at the bottom left, one cell at the top right, and a drag that plays in them. */
function table(moves = [ON_CELL, OTHER]) {
  document.body.innerHTML = `<div data-zone="hand-0">${spot("hand-0:0", "R1")}${spot("hand-0:1", "R2")}</div><div data-zone="cells">${spot("cells:0", "B7")}</div>`;
  placeAt(document.querySelector('[data-zone="hand-0"]')!, { left: 0, top: 500, width: 100 });
  const card = document.querySelector<HTMLElement>('[data-code="R1"]')!;
  card.setPointerCapture = vi.fn();
  const cell = document.querySelector<HTMLElement>('[data-spot="cells:0"]')!;
  const opened = openRoom();
  opened.show({ zones: ZONES, moves });
  const drag = new Drag(opened.room);
  const at = (x: number, y: number, more: Partial<PointerEvent> = {}): PointerEvent =>
    ({ target: card.querySelector("button"), clientX: x, clientY: y, isPrimary: true, button: 0, pointerId: 1, ...more }) as unknown as PointerEvent;
  const under = (...elements: Element[]): void => void (document.elementsFromPoint = () => elements);
  under();
  return { ...opened, drag, card, cell, at, under, picked: () => opened.room.input.selection.picked };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

test("a press becomes a drag after some pixels, and then the card follows the pointer", () => {
  const { room, drag, card, at, picked } = table();
  drag.press(at(10, 510));
  drag.move(at(14, 513));
  expect([picked(), card.style.transform]).toEqual([[], ""]);
  drag.move(at(40, 470));
  expect([picked(), card.style.transform]).toEqual([["hand-0:0"], "translate(30px, -40px)"]);
  expect(card.setPointerCapture).toHaveBeenCalledWith(1);
  room.close();
});

test("a press without a drag is left to the click", () => {
  const { room, drag, at, picked, sent } = table([ON_ITS_OWN, OTHER]);
  drag.press(at(10, 510));
  drag.move(at(12, 511));
  drag.release(at(12, 511));
  expect([picked(), sent]).toEqual([[], []]);
  room.close();
});

test("dropped on a place, a card makes the move to it, and stays there until the server answers", () => {
  const { room, drag, card, cell, at, under, sent } = table();
  drag.press(at(10, 510));
  drag.move(at(400, 100));
  under(card, cell);
  drag.release(at(400, 100));
  expect(sent).toEqual([{ type: "move", number: 7, actions: [3] }]);
  expect(card.style.transform).not.toBe("");
  drag.reset();
  expect([card.style.transform, card.style.zIndex, card.style.transition]).toEqual(["", "", ""]);
  room.close();
});

test("the dragged card itself, which lies under the pointer, is no target", () => {
  const intoHand = move([6], "sort R1", "Sort red 1", [["hand-0", 0], ["hand-0", -1]]);
  const { room, drag, card, cell, at, under, sent } = table([ON_CELL, intoHand]);
  drag.press(at(10, 510));
  drag.move(at(400, 100));
  under(card.querySelector("button")!, cell);
  drag.release(at(400, 100));
  expect(sent).toEqual([{ type: "move", number: 7, actions: [3] }]);
  room.close();
});

test("dropped outside any place, a card makes the move that it is by itself", () => {
  const { room, drag, at, sent } = table([ON_ITS_OWN, OTHER]);
  drag.press(at(10, 510));
  drag.move(at(300, 300));
  drag.release(at(300, 300));
  expect(sent).toEqual([{ type: "move", number: 7, actions: [4] }]);
  room.close();
});

test("dropped in its own hand, or where it cannot go, a card returns", () => {
  const { room, drag, card, at, under, sent, picked } = table([ON_ITS_OWN, OTHER]);
  drag.press(at(10, 510));
  drag.move(at(60, 520));
  under(document.querySelector('[data-spot="hand-0:1"]')!); // no target of this card
  drag.release(at(60, 520));
  expect([sent, picked(), card.style.transform]).toEqual([[], [], ""]);
  room.close();
});

test("the click that follows a drag touches nothing, the next one does", () => {
  const { room, drag, card, at } = table();
  const click = vi.fn();
  card.addEventListener("click", click);
  drag.press(at(10, 510));
  drag.move(at(60, 520));
  drag.release(at(60, 520));
  card.click();
  expect(click).not.toHaveBeenCalled();
  card.click();
  expect(click).toHaveBeenCalledTimes(1);
  room.close();
});

test("a drag that the browser takes over is undone", () => {
  const { room, drag, card, at, picked } = table();
  drag.press(at(10, 510));
  drag.move(at(100, 300));
  drag.cancel();
  drag.move(at(200, 200));
  expect([picked(), card.style.transform]).toEqual([[], ""]);
  room.close();
});

test.each([
  ["another button", { button: 2 }],
  ["a second finger", { isPrimary: false }],
  ["a place without a choice", { target: document.createElement("p") }],
])("%s drags nothing", (_, more) => {
  const { room, drag, at, picked } = table();
  drag.press(at(10, 510, more));
  drag.move(at(100, 300));
  expect(picked()).toEqual([]);
  room.close();
});

test("while a card is picked, no other is dragged", () => {
  const { room, drag, at, picked } = table([ON_CELL, OTHER]);
  room.input.selection.touch({ zone: "hand-0", at: 1 });
  drag.press(at(10, 510));
  drag.move(at(100, 300));
  expect(picked()).toEqual(["hand-0:1"]);
  room.close();
});

test("in a column the cards that lie on a card come along, and are no targets", () => {
  document.body.innerHTML = `<div data-zone="c"><div class="column">${spot("c:0", "R1")}${spot("c:1", "R2")}${spot("c:2", "R3")}</div></div>${spot("cells:0", "B7")}`;
  const cards = [...document.querySelectorAll<HTMLElement>(".column [data-code]")];
  const [lowest, middle, top] = cards as [HTMLElement, HTMLElement, HTMLElement];
  middle.setPointerCapture = vi.fn();
  const { room, show, sent } = openRoom();
  show({ zones: [zone("c", "column", "Column", ups("R1 R2 R3")), zone("cells", "cells", "Cells", ups("B7"))], moves: [move([3], "R2", "R2", [["c", 1], ["cells", 0]]), move([4], "R3", "R3", [["c", 2], ["cells", 0]])] });
  const drag = new Drag(room);
  const at = (x: number, y: number): PointerEvent => ({ target: middle.querySelector("button"), clientX: x, clientY: y, isPrimary: true, button: 0, pointerId: 1 }) as unknown as PointerEvent;
  document.elementsFromPoint = () => [top.querySelector("button")!, document.querySelector('[data-spot="cells:0"]')!];
  drag.press(at(0, 0));
  drag.move(at(20, 30));
  expect(cards.map((card) => card.style.transform)).toEqual(["", "translate(20px, 30px)", "translate(20px, 30px)"]);
  drag.release(at(20, 30));
  expect(sent).toHaveLength(1);
  room.close();
  expect(lowest.style.transform).toBe("");
});
