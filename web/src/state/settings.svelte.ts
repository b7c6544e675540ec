/** What this browser remembers between visits. */

import type { RoomInfo } from "../protocol/types";
import { ORDERS, type Order } from "../layout/sort";

export type Options = RoomInfo["options"];

export interface Bot {
  kind: string;
  pace: string;
}

export interface Chosen {
  options: Options;
  seat: number | null;
  bots: Bot[];
}

const PREFIX = "sevenfold.";

function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // no storage, or something else in it: the page works without
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // as above
  }
}

class Settings {
  #felt = $state(read("felt", false));
  #order = $state<Order>(read("order", "suit"));

  get felt(): boolean {
    return this.#felt;
  }
  set felt(on: boolean) {
    this.#felt = on;
    write("felt", on);
  }

  get order(): Order {
    return ORDERS.includes(this.#order) ? this.#order : "suit";
  }
  set order(order: Order) {
    this.#order = order;
    write("order", order);
  }

  chosen(game: string): Chosen | null {
    return read<Chosen | null>(`game.${game}`, null);
  }
  choose(game: string, chosen: Chosen): void {
    write(`game.${game}`, chosen);
  }
}

export const settings = new Settings();
