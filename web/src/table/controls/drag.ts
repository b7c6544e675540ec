/** Dragging a card to a place, or dropping it outside any place. */

import { spotOf } from "../../gestures/spots";
import type { Spot } from "../../protocol/types";
import type { Room } from "../../room/room.svelte";

const THRESHOLD = 7; // pixels before a press becomes a drag

export class Drag {
  private pressed: HTMLElement | null = null; // the card under the pointer
  private dragged: HTMLElement | null = null;
  private lying: HTMLElement[] = []; // the cards that lie on it in a column, which come along
  private spot: Spot = { zone: "", at: 0 };
  private x = 0;
  private y = 0;

  constructor(private readonly room: Room) {}

  readonly press = (event: PointerEvent): void => {
    const spot = (event.target as Element).closest<HTMLElement>("[data-spot][data-can]");
    const card = spot?.closest<HTMLElement>("[data-code]");
    if (!event.isPrimary || event.button !== 0 || this.room.input.selection.picked.length > 0 || !spot || !card) return;
    this.spot = spotOf(spot.dataset.spot!);
    this.pressed = card;
    [this.x, this.y] = [event.clientX, event.clientY];
  };

  readonly move = (event: PointerEvent): void => {
    if (!this.pressed || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - this.x, event.clientY - this.y];
    if (!this.dragged) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      this.dragged = this.pressed;
      this.dragged.setPointerCapture(event.pointerId);
      this.room.input.selection.hold(this.spot);
      this.lying = lyingOn(this.dragged);
      for (const card of [this.dragged, ...this.lying]) Object.assign(card.style, { zIndex: "30", transition: "none" });
    }
    for (const card of [this.dragged, ...this.lying]) card.style.transform = `translate(${dx}px, ${dy}px)`;
  };

  readonly release = (event: PointerEvent): void => {
    const [card, wasPressed] = [this.dragged, !!this.pressed];
    this.pressed = null;
    if (!card || !wasPressed || !event.isPrimary) return;
    // The click that follows a drag would touch the card once more.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => ![card, ...this.lying].some((moved) => moved.contains(element)));
    const target = below.map((element) => element.closest<HTMLElement>("[data-spot]")).find((element) => element && this.isTarget(element));
    const home = card.closest("[data-zone]")?.getBoundingClientRect();
    if (target) this.room.input.selection.touch(spotOf(target.dataset.spot!));
    else if (home && !contains(home, event)) this.room.input.selection.drop();
    else this.room.input.selection.putBack();
    if (!this.room.input.moves.sent) this.reset();
  };

  readonly cancel = (): void => {
    this.pressed = null;
    if (this.dragged) this.room.input.selection.putBack();
    this.reset();
  };

  /** Let the dragged card return to its place, which may be a new one. */
  reset(): void {
    if (!this.dragged) return;
    for (const card of [this.dragged, ...this.lying]) Object.assign(card.style, { zIndex: "", transform: "", transition: "" });
    this.dragged = null;
    this.lying = [];
  }

  private isTarget(element: HTMLElement): boolean {
    const { zone, at } = spotOf(element.dataset.spot!);
    return this.room.input.selection.spotFor(zone, at) !== null;
  }
}

/** The cards that lie on a card of a column. */
function lyingOn(card: HTMLElement): HTMLElement[] {
  const column = card.closest(".column");
  const cards = [...(column?.querySelectorAll<HTMLElement>("[data-code]") ?? [])];
  return cards.slice(cards.indexOf(card) + 1);
}

const contains = (rect: DOMRect, { clientX: x, clientY: y }: PointerEvent): boolean =>
  x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

function swallow(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}
