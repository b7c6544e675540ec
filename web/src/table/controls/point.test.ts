// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hidden, sitter, ups, zone } from "../../../dev/build";
import { openRoom } from "../../../dev/room";
import { PointGestures } from "./point";

const ZONES = [zone("hand-0", "hand", "Hand", ups("R1 R2"), { owner: 0 }), hidden(1, 2), zone("cells", "cells", "Cells", ups("B7"))];

/** A board with a card on the table and one in the player's hand; `under` says what lies under the pointer. */
function table(other = sitter(1, "Bo")) {
  document.body.innerHTML = `<div class="board"><div data-zone="cells"><div id="card" data-place="cells:0"></div></div><div id="own" data-place="hand-0:0"></div></div>`;
  const opened = openRoom({ seats: [sitter(0, "Kim", { you: true }), other] });
  opened.show({ zones: ZONES });
  const gestures = new PointGestures(opened.room);
  const under = (id: string): void => void (document.elementsFromPoint = () => (id ? [document.getElementById(id)!] : []));
  under("card");
  const event = (more: object = {}) => ({ clientX: 5, clientY: 5, isPrimary: true, detail: 1, altKey: false, pointerType: "touch", stopPropagation: vi.fn(), preventDefault: vi.fn(), ...more });
  const press = (more: object = {}): void => gestures.press(event(more) as unknown as PointerEvent);
  const click = (more: object = {}): boolean => {
    const made = event(more);
    gestures.click(made as unknown as MouseEvent);
    return made.stopPropagation.mock.calls.length > 0;
  };
  return { ...opened, gestures, under, press, click, event };
}

const B7 = { type: "point", zone: "cells", at: 0, card: "B7", x: null, y: null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

test("a click plays, unless the player points: then it points, once", () => {
  const { room, sent, press, click } = table();
  press({ pointerType: "mouse" });
  expect([click(), sent.length]).toEqual([false, 0]);
  room.input.pointing.toggle();
  expect([click(), click(), sent, room.input.pointing.isActive]).toEqual([true, false, [B7], false]);
  expect([click({ altKey: true }), sent.length]).toEqual([true, 2]);
  room.close();
});

test("a long touch points, and is no touch; a short one and one that moves are", () => {
  const { room, sent, gestures, press, click, event } = table();
  press();
  vi.advanceTimersByTime(300);
  gestures.release();
  expect(click()).toBe(false);
  press();
  gestures.move(event({ clientX: 30 }) as unknown as PointerEvent);
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  press();
  vi.advanceTimersByTime(1000);
  expect([sent, click(), click()]).toEqual([[B7], true, false]);
  gestures.menu(event() as unknown as MouseEvent); // which a browser opens after a long touch
  expect(sent.length).toBe(1);
  room.close();
});

test("the right button points at what others see; elsewhere, and alone, the browser's menu opens", () => {
  const { room, sent, gestures, under, event } = table();
  const menu = (): boolean => {
    const made = event({ pointerType: "mouse" });
    gestures.menu(made as unknown as MouseEvent);
    return made.preventDefault.mock.calls.length > 0;
  };
  expect([menu(), sent]).toEqual([true, [B7]]);
  under("own");
  expect(menu()).toBe(false);
  under("");
  expect([menu(), sent.length]).toEqual([false, 1]);
  room.close();
  const alone = table(sitter(1, "Ada", { kind: "bot" }));
  alone.press();
  vi.advanceTimersByTime(1000);
  alone.room.input.pointing.toggle();
  expect([alone.click(), alone.sent]).toEqual([false, []]);
  alone.room.close();
});

test("what is pointed at glows for a while, wherever the card lies by then", () => {
  const { room, receive } = table();
  receive({ type: "pointed", seat: 1, zone: "cells", at: 4, card: "B7", x: null, y: null, text: "the blue 7" });
  const by = (at: number, code: string | null): number | null => room.pointed.by("cells", at, { ...ups("B7")[0]!, code });
  expect([by(0, "B7"), by(4, "B6"), room.pointed.by("cells", -1), room.pointed.by("other", 0)]).toEqual([1, null, null, null]);
  receive({ type: "pointed", seat: 1, zone: "cells", at: -1, card: "", x: null, y: null, text: "the cells" });
  expect([by(0, "B7"), room.pointed.by("cells", -1)]).toEqual([null, 1]);
  vi.advanceTimersByTime(6000);
  expect(room.pointed.now).toEqual([]);
  room.close();
});
