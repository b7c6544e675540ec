/** Which friends the player has invited to which rooms since the page was loaded. */

import { SvelteSet } from "svelte/reactivity";

class Called {
  private readonly calls = new SvelteSet<string>();

  add(room: string, friend: string): void {
    this.calls.add(`${room} ${friend}`);
  }

  has(room: string, friend: string): boolean {
    return this.calls.has(`${room} ${friend}`);
  }
}

export const called = new Called();
