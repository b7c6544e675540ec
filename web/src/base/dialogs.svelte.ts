/** The dialog that is open on any page; app/Dialogs.svelte shows it. */

import { reading } from "./reading";

type Opened = { name: "settings" } | { name: "device" } | { name: "how" | "rules"; game: string };

class Dialogs {
  #opened = $state.raw<Opened | null>(null);

  get opened(): Opened | null {
    return this.#opened;
  }

  settings(): void {
    this.open({ name: "settings" });
  }

  /** The link that adds another device to the player. */
  device(): void {
    this.open({ name: "device" });
  }

  /** How to play a game: its panels and its terms. */
  how(game: string): void {
    this.open({ name: "how", game });
  }

  /** The rules of a game, for players who stay at their table. */
  rules(game: string): void {
    this.open({ name: "rules", game });
  }

  private open(opened: Opened): void {
    reading.expect();
    this.#opened = opened;
  }

  close(): void {
    this.#opened = null;
    reading.expectNothing();
  }
}

export const dialogs = new Dialogs();
