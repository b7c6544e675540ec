/** The dialog that is open on any page; app/Dialogs.svelte shows it. */

type Opened = { name: "settings" } | { name: "device" } | { name: "how"; game: string };

class Dialogs {
  #opened = $state.raw<Opened | null>(null);

  get opened(): Opened | null {
    return this.#opened;
  }

  settings(): void {
    this.#opened = { name: "settings" };
  }

  /** The link that adds another device to the player. */
  device(): void {
    this.#opened = { name: "device" };
  }

  /** How to play a game: its panels and its terms. */
  how(game: string): void {
    this.#opened = { name: "how", game };
  }

  close(): void {
    this.#opened = null;
  }
}

export const dialogs = new Dialogs();
