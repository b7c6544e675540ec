/** Cards that move: each is drawn where it goes at once, and shown on its way there (First, Last, Invert, Play). */

import type { Flight } from "./journeys";

const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";
export const FLIGHT = 230; // milliseconds
export const REST = 700; // of a finished trick

export const moves = (): boolean => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Seen {
  element: HTMLElement;
  rect: DOMRect;
}

export type Snapshot = Map<string, Seen>;

export function snapshot(root: HTMLElement): Snapshot {
  const seen: Snapshot = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-code]")) {
    const code = element.dataset.code!;
    const rect = element.getBoundingClientRect();
    if (rect.width > 0 && !seen.has(code)) seen.set(code, { element, rect });
  }
  return seen;
}

const zoneRect = (root: HTMLElement, id: string | null): DOMRect | null => {
  const element = id === null ? null : root.querySelector(`[data-zone="${CSS.escape(id)}"]`);
  const face = element?.querySelector("[data-face]") ?? element;
  return face?.getBoundingClientRect() ?? null;
};

const fly = (element: HTMLElement, frames: Keyframe[], delay = 0): Animation =>
  element.animate(frames, { duration: FLIGHT, easing: EASE, delay, fill: "backwards" });

/** The frame in which something laid out at `to` covers the middle of `from`. */
function over(from: DOMRect, to: DOMRect): string {
  const scale = Math.min(1.6, Math.max(0.2, Math.min(from.width / to.width, from.height / to.height)));
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A picture of a card above everything else, at a place of the window. */
function ghost(sky: HTMLElement, card: HTMLElement, rect: DOMRect): HTMLElement {
  const copy = document.createElement("div");
  const face = card.querySelector("svg");
  if (face) copy.append(face.cloneNode(true));
  Object.assign(copy.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
  sky.append(copy);
  return copy;
}

/** Move the cards that two snapshots and the flights between two views tell of. */
export function play(root: HTMLElement, sky: HTMLElement, before: Snapshot, flights: readonly Flight[]): void {
  const after = snapshot(root);
  const flown = new Map(flights.map((flight) => [flight.code, flight]));
  let fresh = 0;
  for (const [code, { element, rect }] of after) {
    const flight = flown.get(code);
    const start = flight && flight.from === null ? null : (before.get(code)?.rect ?? zoneRect(root, flight?.from ?? null));
    if (!start) {
      if (flight) fly(element, [{ opacity: 0, transform: "translateY(-10px)" }, {}], Math.min(fresh++, 16) * 18);
    } else if (Math.abs(start.left - rect.left) + Math.abs(start.top - rect.top) >= 2) {
      if (flight) lift(sky, element, rect, start);
      else fly(element, [{ transform: over(start, rect) }, { transform: "none" }]);
    }
  }
  for (const { code, from: start, to } of flights) {
    if (code === null) flyBack(root, sky, start, to);
    else if (!after.has(code) && before.has(code)) leave(sky, before.get(code)!, zoneRect(root, to));
  }
}

function lift(sky: HTMLElement, element: HTMLElement, rect: DOMRect, start: DOMRect): void {
  const copy = ghost(sky, element, rect);
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
  const flight = fly(copy, [{ transform: over(start, rect) }, { transform: "none" }]);
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** A card that is not shown any more goes where it went, or fades. */
export function leave(sky: HTMLElement, { element, rect }: Seen, to: DOMRect | null): void {
  const copy = ghost(sky, element, rect);
  const last = to ? { transform: over(to, rect), opacity: 0.4 } : { opacity: 0 };
  const flight = fly(copy, [{ transform: "none", opacity: 1 }, last]);
  flight.onfinish = flight.oncancel = () => copy.remove();
}

function flyBack(root: HTMLElement, sky: HTMLElement, from: string | null, to: string | null): void {
  const card = root.querySelector<HTMLElement>("[data-back]");
  const [start, end] = [zoneRect(root, from), zoneRect(root, to)];
  if (!card || !start || !end) return;
  const rect = card.getBoundingClientRect();
  const copy = ghost(sky, card, rect);
  const flight = fly(copy, [{ transform: over(start, rect) }, { transform: over(end, rect), opacity: 0.7 }]);
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** A finished trick goes to the one who took it. */
export function collect(root: HTMLElement, sky: HTMLElement, trick: Snapshot, taker: number): void {
  const to = root.querySelector(`[data-seat="${taker}"]`)?.getBoundingClientRect() ?? null;
  for (const seen of trick.values()) leave(sky, seen, to);
}
