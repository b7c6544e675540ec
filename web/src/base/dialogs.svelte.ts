/** The page's own dialogs, which home and table open alike; their code is loaded when one is opened. */

type Opened = { name: "settings" } | { name: "device" } | { name: "how"; game: string };

class Dialogs {
  #opened = $state.raw<Opened | null>(null);

  get opened(): Opened | null {
    return this.#opened;
  }

  settings(): void {
    this.#opened = { name: "settings" };
  }

  /** A link that makes another device the same person's. */
  device(): void {
    this.#opened = { name: "device" };
  }

  /** How a game is played: its panels, its terms. */
  how(game: string): void {
    this.#opened = { name: "how", game };
  }

  close(): void {
    this.#opened = null;
  }
}

export const dialogs = new Dialogs();
