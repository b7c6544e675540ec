/** Dragging a card to a place, or into the open. */

import { spotOf } from "../../gestures/choices";
import type { Room } from "../../room/room.svelte";
import type { Spot } from "../../protocol/types";

const START = 7; // pixels before a press becomes a drag

export class Drag {
  private node: HTMLElement | null = null;
  private held: HTMLElement | null = null;
  private spot: Spot = { zone: "", at: 0 };
  private x = 0;
  private y = 0;

  constructor(private readonly room: Room) {}

  readonly press = (event: PointerEvent): void => {
    const spot = (event.target as Element).closest<HTMLElement>("[data-spot][data-can]");
    const card = spot?.closest<HTMLElement>("[data-code]");
    if (!event.isPrimary || event.button !== 0 || this.room.input.selection.picked.length > 0 || !spot || !card) return;
    this.spot = spotOf(spot.dataset.spot!);
    this.node = card;
    [this.x, this.y] = [event.clientX, event.clientY];
  };

  readonly move = (event: PointerEvent): void => {
    if (!this.node || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - this.x, event.clientY - this.y];
    if (!this.held) {
      if (Math.hypot(dx, dy) < START) return;
      this.reset();
      this.held = this.node;
      this.held.setPointerCapture(event.pointerId);
      this.room.input.selection.hold(this.spot);
      Object.assign(this.held.style, { zIndex: "30", transition: "none" });
    }
    this.held.style.transform = `translate(${dx}px, ${dy}px)`;
  };

  readonly release = (event: PointerEvent): void => {
    const [held, node] = [this.held, this.node];
    this.node = null;
    if (!held || !node || !event.isPrimary) return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const below = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => !held.contains(element));
    const target = below.map((element) => element.closest<HTMLElement>("[data-spot]")).find((element) => element && this.leadsTo(element));
    const home = held.closest("[data-zone]")?.getBoundingClientRect();
    if (target) this.room.input.selection.touch(spotOf(target.dataset.spot!));
    else if (home && !isIn(home, event)) this.room.input.selection.drop();
    else this.room.input.selection.putBack();
    if (!this.room.input.moves.sent) this.reset();
  };

  readonly cancel = (): void => {
    this.node = null;
    if (this.held) this.room.input.selection.putBack();
    this.reset();
  };

  /** The dragged card goes back, or to where it has been moved in the meantime. */
  reset(): void {
    if (!this.held) return;
    Object.assign(this.held.style, { zIndex: "", transform: "", transition: "" });
    this.held = null;
  }

  private leadsTo(element: HTMLElement): boolean {
    const { zone, at } = spotOf(element.dataset.spot!);
    return this.room.input.selection.spotFor(zone, at) !== null;
  }
}

const isIn = (rect: DOMRect, { clientX: x, clientY: y }: PointerEvent): boolean =>
  x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

function swallow(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}
