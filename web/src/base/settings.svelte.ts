/** What this browser remembers between visits. */

import type { RoomInfo } from "../protocol/types";
import { FORCED, type Forced } from "../gestures/forced";
import { ORDERS, type Order } from "../layout/sort";

export { FORCED };
export type Options = RoomInfo["options"];

export interface Bot {
  kind: string;
  pace: string;
}

export interface Chosen {
  options: Options;
  seats?: string[]; // who sits there
  tempo?: string;
  clock?: string;
  seat?: number | null; // as it was kept before there were several people, with the bots at the other seats
  bots?: Bot[];
}

export const THEMES = ["system", "light", "dark", "felt"] as const;
export const SIZES = ["small", "normal", "large"] as const;
export const MOTIONS = ["system", "less"] as const;
const SCALE = { small: 0.82, normal: 1, large: 1.22 };
const TRUTH = [false, true] as const;

/** Each setting with its values; any of them is a default. */
interface Kept {
  theme: (typeof THEMES)[number];
  size: (typeof SIZES)[number]; // of the cards on the table
  sound: boolean;
  forced: Forced; // which moves without a choice the page makes: every one, a deal's last card, none
  motion: (typeof MOTIONS)[number];
  tips: boolean; // somebody's first game of a kind is explained
  order: Order;
}

const DEFAULTS: Kept = { theme: "system", size: "normal", sound: false, forced: "last", motion: "system", tips: true, order: "suit" };
const ALLOWED: { readonly [K in keyof Kept]: readonly Kept[K][] } = {
  theme: THEMES, size: SIZES, sound: TRUTH, forced: FORCED, motion: MOTIONS, tips: TRUTH, order: ORDERS,
};
const PREFIX = "sevenfold.";

export function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // no storage, or something else in it: the page works without
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // as above
  }
}

function remembered<K extends keyof Kept>(name: K): Kept[K] {
  const value = read<Kept[K]>(name, DEFAULTS[name]);
  return ALLOWED[name].includes(value) ? value : DEFAULTS[name];
}

class Settings implements Kept {
  #kept = $state<Kept>(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, remembered(name as keyof Kept)])) as unknown as Kept);
  #pace = $state(read("pace", ""));
  #known = $state(read<Record<string, string[]> | null>("known", null) ?? {});

  get theme() { return this.#kept.theme; }
  set theme(theme) { this.#keep("theme", theme); }
  get size() { return this.#kept.size; }
  set size(size) { this.#keep("size", size); }
  get sound() { return this.#kept.sound; }
  set sound(on) { this.#keep("sound", on); }
  get forced() { return this.#kept.forced; }
  set forced(forced) { this.#keep("forced", forced); }
  get motion() { return this.#kept.motion; }
  set motion(motion) { this.#keep("motion", motion); }
  get tips() { return this.#kept.tips; }
  set tips(on) { this.#keep("tips", on); }
  get order() { return this.#kept.order; }
  set order(order) { this.#keep("order", order); }

  /** By how much the cards on the table are larger than usual. */
  get scale(): number {
    return SCALE[this.size];
  }

  /** The pace of the bots in new games; empty: the usual one. */
  get pace(): string {
    return typeof this.#pace === "string" ? this.#pace : "";
  }
  set pace(pace: string) {
    this.#pace = pace;
    write("pace", pace);
  }

  chosen(game: string): Chosen | null {
    return read<Chosen | null>(`game.${game}`, null);
  }
  choose(game: string, chosen: Chosen): void {
    write(`game.${game}`, chosen);
  }

  /** Has this player been told about a part of a game: its panels, or a kind of decision? */
  knows(game: string, part: string): boolean {
    return this.#known[game]?.includes(part) ?? false;
  }
  learn(game: string, part: string): void {
    if (this.knows(game, part)) return;
    this.#known = { ...this.#known, [game]: [...(this.#known[game] ?? []), part] };
    write("known", this.#known);
  }
  /** Explain a game's decisions once more. */
  forget(game: string): void {
    this.#known = { ...this.#known, [game]: [] };
    write("known", this.#known);
  }

  #keep<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.#kept[name] = value;
    write(name, value);
  }
}

export const settings = new Settings();
