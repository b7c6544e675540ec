/** Animates cards: each is drawn at its new place at once, then shown on its way there (First, Last, Invert, Play). */

import { mount, unmount } from "svelte";

import Card from "../card/Card.svelte";
import { settings } from "../base/settings.svelte";
import type { Journey } from "./journeys";

const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";
export const FLIGHT = 230; // milliseconds
export const REST = 700; // of a finished trick
const BETWEEN_DEALT = 16; // milliseconds from one dealt card to the next
const MOST_UNSEEN = 5; // cards shown on one path, if they can be seen at neither end

export const isEnabled = (): boolean =>
  !document.hidden && settings.motion !== "less" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Stage {
  root: HTMLElement;
  overlay: HTMLElement; // lies above everything else
  deck: string;
}

interface Seen {
  element: HTMLElement;
  rect: DOMRect;
}

/** Where all cards and zones are at one moment. */
export interface Snapshot {
  cards: Map<string, Seen>; // by code
  zones: Map<string, DOMRect>; // by id: the place of its first card
}

export function snapshot(root: HTMLElement): Snapshot {
  const seen: Snapshot = { cards: new Map(), zones: new Map() };
  for (const element of root.querySelectorAll<HTMLElement>("[data-code]")) {
    const code = element.dataset.code!;
    const rect = element.getBoundingClientRect();
    if (rect.width > 0 && !seen.cards.has(code)) seen.cards.set(code, { element, rect });
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-zone]")) {
    const rect = (element.querySelector("[data-face]") ?? element).getBoundingClientRect();
    if (!seen.zones.has(element.dataset.zone!)) seen.zones.set(element.dataset.zone!, rect);
  }
  return seen;
}

/** Move the cards that are no longer where they were in the snapshot, and those that have journeys. */
export function play(stage: Stage, before: Snapshot, journeys: readonly Journey[]): void {
  const after = snapshot(stage.root);
  const placeOf = (zone: string): DOMRect | null => after.zones.get(zone) ?? before.zones.get(zone) ?? null;
  const travels = new Map(journeys.map((journey) => [journey.code, journey]));
  for (const [code, { element, rect }] of after.cards) {
    const journey = travels.get(code);
    const start = before.cards.get(code)?.rect ?? (journey ? placeOf(journey.start) : null);
    if (!start || Math.abs(start.left - rect.left) + Math.abs(start.top - rect.top) < 2) continue;
    if (journey) lift(stage, element, code, start, rect);
    else fly(element, [{ transform: over(start, rect) }, { transform: "none" }]);
  }
  const unseen = new Map<string, number>();
  for (const { code, start, end } of journeys) {
    if (code !== null && after.cards.has(code)) continue;
    const [from, to] = [(code !== null && before.cards.get(code)?.rect) || placeOf(start), placeOf(end)];
    const way = `${start} ${end}`;
    const nth = unseen.get(way) ?? 0;
    unseen.set(way, nth + 1);
    if (from && to && nth < MOST_UNSEEN) pass(stage, code, from, to, nth * 2 * BETWEEN_DEALT);
  }
}

/** Deal the cards on the table: they come from the dealer or the stock. */
export function deal(stage: Stage, dealer: number | null): void {
  const { cards, zones } = snapshot(stage.root);
  const start = (dealer === null ? null : seatRect(stage.root, dealer)) ?? zones.get("stock") ?? null;
  [...cards.values()].forEach(({ element, rect }, i) => {
    const first = start ? { opacity: 0, transform: over(start, rect) } : { opacity: 0, transform: "translateY(-10px)" };
    fly(element, [first, { opacity: 1, transform: "none" }], Math.min(i, 24) * BETWEEN_DEALT);
  });
}

/** Move a finished trick to the seat that took it. */
export function collect(stage: Stage, before: Snapshot, codes: readonly string[], taker: number): void {
  const to = seatRect(stage.root, taker);
  for (const code of codes) {
    const seen = before.cards.get(code);
    if (seen && to) pass(stage, code, seen.rect, to);
  }
}

const seatRect = (root: HTMLElement, seat: number): DOMRect | null => root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;

const fly = (element: HTMLElement, frames: Keyframe[], delay = 0): Animation =>
  element.animate(frames, { duration: FLIGHT, easing: EASE, delay, fill: "backwards" });

/** The transform that puts an element laid out at `to` over the centre of `from`. */
function over(from: DOMRect, to: DOMRect): string {
  const scale = Math.min(1.6, Math.max(0.2, Math.min(from.width / to.width, from.height / to.height)));
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Show a card that is already at its new place on its way there, above all others. */
function lift(stage: Stage, element: HTMLElement, code: string, start: DOMRect, end: DOMRect): void {
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
  show(stage, faceOf(code), end, [{ transform: over(start, end) }, { transform: "none" }]);
}

/** Show a card on its way to a place where it can no longer be seen. */
function pass(stage: Stage, code: string | null, start: DOMRect, end: DOMRect, delay = 0): void {
  show(stage, faceOf(code), start, [{ transform: "none", opacity: 1 }, { transform: over(end, start), opacity: 0.5 }], delay);
}

/** The face of a moving card. A stock has a code of its own, which stands for a card back. */
const faceOf = (code: string | null): string | null => (code?.startsWith("stock ") ? null : code);

/** Move a picture of a card above everything else. */
function show({ overlay, deck }: Stage, code: string | null, rect: DOMRect, frames: Keyframe[], delay = 0): void {
  const picture = document.createElement("div");
  const width = Math.min(rect.width, rect.height / 1.4); // a zone without cards may be as wide as a row
  Object.assign(picture.style, { left: `${rect.left + (rect.width - width) / 2}px`, top: `${rect.top}px`, width: `${width}px` });
  const card = mount(Card, { target: picture, props: { deck, code } });
  overlay.append(picture);
  const flight = fly(picture, frames, delay);
  flight.onfinish = flight.oncancel = () => {
    void unmount(card);
    picture.remove();
  };
}
