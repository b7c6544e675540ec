/** Pointing with mouse and fingers: in the pointing mode, by a long touch, with the right button, or with Alt and a click. */

import { spotOf } from "../../gestures/spots";
import type { Spot } from "../../protocol/types";
import type { Room } from "../../room/room.svelte";

const LONG = 550; // milliseconds of a long touch
const STILL = 8; // pixels that a finger moves without meaning it
const MENU = 1500; // milliseconds after a long touch in which the browser's own menu is not wanted

export class PointGestures {
  private timer = 0;
  private x = 0;
  private y = 0;
  private hasMoved = false;
  private pointedAt = -Infinity; // when a long touch pointed
  private swallows = false; // the click that ends a long touch

  constructor(private readonly room: Room) {}

  readonly press = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    [this.x, this.y, this.hasMoved, this.swallows] = [event.clientX, event.clientY, false, false];
    if (event.pointerType === "mouse" || !event.isPrimary || !this.pointing.isPossible) return;
    this.timer = window.setTimeout(() => this.pressedLong(), LONG);
  };

  readonly move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - this.x, event.clientY - this.y) < STILL) return;
    this.hasMoved = true;
    clearTimeout(this.timer);
  };

  readonly release = (): void => clearTimeout(this.timer);

  /** A click, before anything else hears of it. */
  readonly click = (event: MouseEvent): void => {
    const swallowed = this.swallows;
    this.swallows = false;
    const wanted = this.pointing.isPossible && (this.pointing.isActive || event.altKey) && !(event.detail > 0 && this.hasMoved);
    const spot = wanted && !swallowed ? spotAt(event.clientX, event.clientY) : null;
    if (!swallowed && !spot) return;
    event.stopPropagation();
    event.preventDefault();
    if (spot) this.pointing.point(spot);
  };

  readonly menu = (event: MouseEvent): void => {
    const spot = this.pointing.isPossible ? spotAt(event.clientX, event.clientY) : null;
    if (!spot || !this.pointing.isLikely(spot)) return;
    event.preventDefault();
    if (performance.now() - this.pointedAt < MENU || this.swallows) return;
    clearTimeout(this.timer);
    this.pointing.point(spot);
  };

  private get pointing() {
    return this.room.input.pointing;
  }

  private pressedLong(): void {
    const spot = spotAt(this.x, this.y);
    if (!spot || !this.pointing.isLikely(spot)) return;
    [this.swallows, this.pointedAt] = [true, performance.now()];
    this.pointing.point(spot);
  }
}

/** The place at a point of the window, or else the zone there; null if there is neither. */
function spotAt(x: number, y: number): Spot | null {
  const below = document.elementsFromPoint(x, y);
  const place = below.map((element) => element.closest<HTMLElement>(".board [data-place]")).find(Boolean);
  if (place) return spotOf(place.dataset.place!);
  const zone = below.map((element) => element.closest<HTMLElement>(".board [data-zone]")).find(Boolean);
  return zone ? { zone: zone.dataset.zone!, at: -1 } : null;
}
