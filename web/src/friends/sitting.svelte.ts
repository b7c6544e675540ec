/** Sitting down at a table. Whoever has no name is asked for one first (`SittingName.svelte`). */

import { errorText, getMe } from "../api/requests";
import { roomLink } from "../base/route";

interface Wish {
  title: string; // of the dialog that asks for a name
  room: string;
  act: () => Promise<string>; // takes the seat, and returns the room
}

export class Sitting {
  busy = $state(""); // the room where the player is just sitting down
  error = $state("");
  nameless = $state.raw<Wish | null>(null);

  /** `onfail`: what is shown of the table may be old. */
  constructor(private readonly onfail: () => void) {}

  async attempt(wish: Wish): Promise<void> {
    this.busy = wish.room;
    this.error = "";
    try {
      if ((await getMe()).name) location.hash = roomLink(await wish.act());
      else this.nameless = wish;
    } catch (failed) {
      this.error = errorText(failed);
      this.onfail();
    }
    this.busy = "";
  }

  named(): void {
    const wish = this.nameless!;
    this.nameless = null;
    void this.attempt(wish);
  }
}
