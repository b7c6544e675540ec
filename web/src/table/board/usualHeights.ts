/** How high what may be answered has been during this visit: as much is kept where it alternates from move to move, or from deal to deal. */

import { SvelteMap } from "svelte/reactivity";

const USUAL = 100; // pixels: two lines of buttons. What is higher gives its room back

export class UsualHeights {
  readonly #heights = new SvelteMap<string, number>();

  /** The height to keep in a place: a game with as many players, a part of its deals, a window. */
  of(place: string): number {
    return this.#heights.get(place) ?? 0;
  }
  /** Note a height in a place, unless it is asked for once, as all bids are. */
  note(place: string, height: number, isOnce: boolean): void {
    if (height > this.of(place) && height <= USUAL && !isOnce) this.#heights.set(place, height);
  }
}

export const usualHeights = new UsualHeights();
