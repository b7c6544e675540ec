// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { placeResult } from "./place";

const [WIDTH, HEIGHT] = [400, 300];

/** Where how it ended stands on a board on which each thing takes the space that it names; the panel is 60 pixels high. */
function placed(things: string): ReturnType<typeof placeResult> {
  const all = `0 0 ${WIDTH} ${HEIGHT}`;
  document.body.innerHTML = `<div class="board" data-box="${all}"><main data-box="${all}"><div class="centre" data-box="${all}">${things}</div></main><section></section></div>`;
  return placeResult(document.querySelector("section")!, document.querySelector(".board")!);
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", WIDTH);
  vi.stubGlobal("innerHeight", HEIGHT);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("getComputedStyle", () => ({ top: "-19px", bottom: "-16px" })); // how far a finger reaches around what it touches
  Element.prototype.checkVisibility = () => true;
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(60);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const [left, top, width, height] = (this.getAttribute("data-box") ?? "0 0 0 0").split(" ").map(Number);
    return new DOMRect(left, top, width, height);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("how a game ended leaves a finger its 44 pixels of a name that is touched", () => {
  const place = placed('<button class="label look" data-box="0 190 400 17"></button>')!;
  expect(190 - (place.top + place.height) + 17 + 16).toBeGreaterThanOrEqual(44);
});

test("where there is no room for that it stands closer", () => {
  const place = placed('<button class="label look" data-box="0 76 400 17"></button><p class="label" data-box="0 93 400 207"></p>')!;
  expect(place.top + place.height).toBeLessThanOrEqual(76 - 8);
});

test("it covers no name of an empty place", () => {
  expect(placed('<div data-face class="free" data-box="0 0 400 300"></div>')).not.toBeNull();
  expect(placed('<div data-face class="free" data-box="0 0 400 300"><span data-box="0 0 400 300"></span></div>')).toBeNull();
});

test("it covers no card that one has laid down beside one's name", () => {
  expect(placed('<div class="mine"><svg class="card" data-box="0 0 400 300"></svg></div>')).toBeNull();
});
