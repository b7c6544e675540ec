// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepClear } from "./keepClear";

const BUBBLE = { left: 100, top: 60, width: 180, height: 40 };

/** A board on which each thing takes the space that it names, in a window of 300 × 200 pixels. */
function board(things: string): HTMLElement {
  document.body.innerHTML = `<div class="board"><div class="opponent"><p class="said"></p></div><div class="centre">${things}</div></div>`;
  return document.querySelector(".said")!;
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", 300);
  vi.stubGlobal("innerHeight", 200);
  vi.stubGlobal("ResizeObserver", class { observe(): void {} disconnect(): void {} });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const [left, top, width, height] = (this.getAttribute("data-box") ?? "0 0 0 0").split(" ").map(Number);
    return new DOMRect(...(this.matches(".said") ? Object.values(BUBBLE) : [left, top, width, height]));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Where the bubble stands in the end. */
function placed(things: string): [number, number] {
  const said = board(things);
  keepClear(said, { when: null }).destroy();
  const [x, y] = said.style.translate.split(" ").map(parseFloat) as [number, number];
  return [BUBBLE.left + x, BUBBLE.top + y];
}

test("a bubble stays where it covers nothing", () => {
  expect(placed("")).toEqual([100, 60]);
});

test("it stands where it has not a pixel more than it needs", () => {
  const [, top] = placed('<p class="label" data-box="0 0 300 90"></p><p class="label" data-box="0 139 300 61"></p>');
  expect([top >= 94, top + BUBBLE.height <= 135]).toEqual([true, true]);
});

test("it lies on the back of a card rather than on a name", () => {
  const names = [0, 28, 56, 84, 170].map((top) => `<p class="label" data-box="0 ${top} 300 2"></p>`).join("");
  const [, top] = placed(`${names}<svg class="card c-back" data-box="0 90 300 76"></svg>`);
  expect([top >= 90, top + BUBBLE.height <= 166]).toEqual([true, true]);
});

test("it does not lie on a back where there is a free place", () => {
  const [left] = placed('<p class="label" data-box="0 0 300 130"></p><svg class="card c-back" data-box="90 140 20 60"></svg>');
  expect(left).toBeGreaterThan(110);
});

test.each(["button", "tip"])("it lies on no %s of the foot", (what) => {
  const boxed = (box: string): string => (what === "tip" ? `<div class="tip" data-box="${box}"></div>` : `<footer><button data-box="${box}"></button></footer>`);
  const [, top] = placed(boxed("0 50 300 80"));
  expect(top >= 130 || top + BUBBLE.height <= 50).toBe(true);
});

test("on a full table it lies on anything rather than on what somebody else says", () => {
  const full = [0, 100].flatMap((top) => Array.from({ length: 3 }, () => `<p class="label" data-box="0 ${top} 300 ${top ? 100 : 60}"></p>`)).join("");
  const said = board(full);
  document.querySelector(".board")!.insertAdjacentHTML("beforeend", '<div class="opponent"><p class="said"></p></div>'); // at the same place
  keepClear(said, { when: null }).destroy();
  const top = BUBBLE.top + parseFloat(said.style.translate.split(" ")[1]!);
  expect(top >= 100 || top + BUBBLE.height <= 60).toBe(true);
});

test("on a small phone it is not shown where it would cover something, and tells so", () => {
  const said = board('<p class="label" data-box="0 0 300 200"></p>');
  const onplace = vi.fn();
  keepClear(said, { when: null, mayHide: true, onplace }).destroy();
  expect([said.style.visibility, onplace.mock.lastCall]).toEqual(["hidden", [false]]);
  document.querySelector(".label")!.remove();
  keepClear(said, { when: null, mayHide: true, onplace }).destroy();
  expect([said.style.visibility, onplace.mock.lastCall]).toEqual(["", [true]]);
});
