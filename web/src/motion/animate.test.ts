// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { placeAt, type Box } from "../../dev/dom";
import { settings } from "../base/settings.svelte";
import { collect, deal, FLIGHT, isEnabled, play, snapshot, type Stage } from "./animate";

interface Flight {
  element: HTMLElement;
  frames: Keyframe[];
  options: KeyframeAnimationOptions;
  animation: Animation;
}

let flights: Flight[] = [];
let stage: Stage;

beforeEach(() => {
  flights = [];
  document.body.innerHTML = '<div id="root"></div><div id="overlay"></div>';
  stage = { root: document.getElementById("root")!, overlay: document.getElementById("overlay")!, deck: "sevendeck" };
  HTMLElement.prototype.animate = function (this: HTMLElement, frames, options) {
    const animation = {} as Animation;
    flights.push({ element: this, frames: frames as Keyframe[], options: options as KeyframeAnimationOptions, animation });
    return animation;
  };
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, "animate");
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  settings.motion = "system";
});

function add(attribute: "code" | "zone" | "seat", value: string, box: Box, parent: Element = stage.root): HTMLElement {
  const element = placeAt(document.createElement("div"), box);
  element.dataset[attribute] = value;
  parent.append(element);
  return element;
}
const pictures = (): HTMLElement[] => [...stage.overlay.children] as HTMLElement[];
const transforms = ({ frames }: Flight): unknown[] => frames.map((frame) => frame.transform);

test("a snapshot says where visible cards and zones are", () => {
  add("code", "R1", { left: 10, top: 20 });
  add("code", "R2", { left: 0, top: 0, width: 0 }); // is not drawn
  const zone = add("zone", "pile", { left: 100, top: 0, width: 300 });
  const { cards, zones } = snapshot(stage.root);
  expect([...cards.keys()]).toEqual(["R1"]);
  expect([cards.get("R1")?.rect.left, zones.get("pile")?.width]).toEqual([10, 300]);
  const face = placeAt(document.createElement("div"), { left: 120, top: 0 });
  face.dataset.face = "";
  zone.append(face);
  expect(snapshot(stage.root).zones.get("pile")?.left).toBe(120); // a zone is where its first card is
});

test("a card that lies elsewhere moves there from its old place, one that stays does not", () => {
  const moved = add("code", "R1", { left: 0, top: 0 });
  add("code", "R2", { left: 300, top: 0 });
  const before = snapshot(stage.root);
  placeAt(moved, { left: 100, top: 40 });
  play(stage, before, []);
  expect(flights.map(({ element }) => element)).toEqual([moved]);
  expect(transforms(flights[0]!)).toEqual(["translate(-100px, -40px) scale(1)", "none"]);
  expect(flights[0]!.options.duration).toBe(FLIGHT);
});

test("a card that becomes larger starts as large as it was", () => {
  const card = add("code", "R1", { left: 0, top: 0 });
  const before = snapshot(stage.root);
  placeAt(card, { left: 0, top: 0, width: 100, height: 140 });
  placeAt(card, { left: 200, top: 0, width: 100, height: 140 });
  play(stage, before, []);
  expect(transforms(flights[0]!)[0]).toBe("translate(-225px, -35px) scale(0.5)");
});

test("a card with a journey comes from the zone where it begins, above everything else", () => {
  add("zone", "stock", { left: 0, top: 0 });
  const before = snapshot(stage.root);
  const card = add("code", "R1", { left: 200, top: 0 });
  play(stage, before, [{ code: "R1", start: "stock", end: "hand-0" }]);
  const [hidden, picture] = flights;
  expect([hidden!.element, hidden!.frames]).toEqual([card, [{ opacity: 0 }, { opacity: 0 }]]);
  expect(pictures()).toEqual([picture!.element]);
  expect(picture!.element.style.left).toBe("200px");
  expect(transforms(picture!)).toEqual(["translate(-200px, 0px) scale(1)", "none"]);
});

test("cards that nobody sees go from zone to zone, at most five on one path, one after the other", () => {
  add("zone", "stock", { left: 0, top: 0 });
  add("zone", "hand-1", { left: 400, top: 0 });
  const before = snapshot(stage.root);
  play(stage, before, Array.from({ length: 8 }, () => ({ code: null, start: "stock", end: "hand-1" })));
  expect(flights).toHaveLength(5);
  const delays = flights.map(({ options }) => options.delay!);
  expect(delays[0]).toBe(0);
  expect(delays.every((delay, i) => i === 0 || delay > delays[i - 1]!)).toBe(true);
  expect(transforms(flights[0]!)).toEqual(["none", "translate(400px, 0px) scale(1)"]);
});

test("a picture is removed when it has arrived, or was stopped", () => {
  add("zone", "stock", { left: 0, top: 0 });
  add("zone", "hand-1", { left: 400, top: 0 });
  const journey = { code: null, start: "stock", end: "hand-1" };
  play(stage, snapshot(stage.root), [journey, journey]);
  expect(pictures()).toHaveLength(2);
  const none = {} as AnimationPlaybackEvent;
  flights[0]!.animation.onfinish?.(none);
  expect(pictures()).toEqual([flights[1]!.element]);
  flights[1]!.animation.oncancel?.(none);
  expect(pictures()).toEqual([]);
});

test("a deal comes from the dealer's seat, else from the stock, card by card", () => {
  add("seat", "1", { left: 500, top: 0 });
  add("zone", "stock", { left: 0, top: 0 });
  const cards = ["R1", "R2"].map((code, i) => add("code", code, { left: 100 * i, top: 300 }));
  deal(stage, 1);
  expect(flights.map(({ element }) => element)).toEqual(cards);
  expect(transforms(flights[0]!)).toEqual(["translate(500px, -300px) scale(1)", "none"]);
  expect(flights[1]!.options.delay).toBeGreaterThan(flights[0]!.options.delay!);
  flights = [];
  deal(stage, null);
  expect(transforms(flights[0]!)[0]).toBe("translate(0px, -300px) scale(1)");
});

test("a finished trick goes to the seat that took it", () => {
  add("seat", "2", { left: 300, top: 0 });
  const card = add("code", "R1", { left: 100, top: 100 });
  const before = snapshot(stage.root);
  card.remove();
  collect(stage, before, ["R1", "B7"], 2); // blue 7 was not visible
  expect(flights).toHaveLength(1);
  expect(transforms(flights[0]!)).toEqual(["none", "translate(200px, -100px) scale(1)"]);
});

test("nothing moves where the system or the settings ask for less motion", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  expect(isEnabled()).toBe(true);
  settings.motion = "less";
  expect(isEnabled()).toBe(false);
  settings.motion = "system";
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(isEnabled()).toBe(false);
});
