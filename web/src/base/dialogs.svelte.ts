/** The dialog that is open on any page; app/Dialogs.svelte shows it. */

import type { RoomInfo } from "../protocol/types";
import { reading } from "./reading";
import type { Options } from "./settings.svelte";

type Opened = { name: "settings" } | { name: "daily"; game: string; date: string; options: Options } | { name: "account"; link: boolean } | { name: "lost seat"; room: RoomInfo } | { name: "how" | "rules"; game: string };

class Dialogs {
  #opened = $state.raw<Opened | null>(null);

  get opened(): Opened | null {
    return this.#opened;
  }

  settings(): void {
    this.open({ name: "settings" });
  }

  /** Who the player is on every device; `link`: with the link that adds another one. */
  account(link = false): void {
    this.open({ name: "account", link });
  }

  /** How somebody whom the browser no longer knows comes back to their seat in a room. */
  lostSeat(room: RoomInfo): void {
    this.open({ name: "lost seat", room });
  }

  /** The results of a deal of the day. */
  daily(game: string, date: string, options: Options): void {
    this.open({ name: "daily", game, date, options });
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
