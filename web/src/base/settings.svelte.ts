/** The player's settings, kept in this browser. */

import type { RoomInfo } from "../protocol/types";
import { FORCED_SETTINGS, type ForcedSetting } from "../gestures/forced";
import { ORDERS, type Order } from "../layout/sort";
import { isRecord, readStored, writeStored } from "./storage";

export type Options = RoomInfo["options"];

interface StoredBot {
  kind: string;
  pace: string;
}

/** How a game was set up the last time. */
export interface StoredSetup {
  options: Options;
  seats?: string[]; // who sits there
  tempo?: string;
  clock?: string;
  test?: boolean;
  seat?: number | null; // from before a game could have several people: the player's seat, with `bots` at the others
  bots?: StoredBot[];
}

export const THEMES = ["system", "light", "dark", "felt"] as const;
export const SIZES = ["small", "normal", "large"] as const;
export const MOTIONS = ["system", "less"] as const;
const SCALE = { small: 0.82, normal: 1, large: 1.22 };
const SWITCH = [false, true] as const;

interface StoredSettings {
  theme: (typeof THEMES)[number];
  size: (typeof SIZES)[number]; // of the cards on the table
  sound: boolean;
  notify: boolean; // when it is the player's turn, while they look elsewhere
  forced: ForcedSetting; // which single legal moves the page makes for the player
  motion: (typeof MOTIONS)[number];
  tips: boolean; // explain a game when it is played for the first time
  order: Order;
  chat: boolean; // show what is written in rooms
}

const DEFAULTS: StoredSettings = { theme: "system", size: "normal", sound: false, notify: false, forced: "last", motion: "system", tips: true, order: "suit", chat: true };
const ALLOWED: { readonly [K in keyof StoredSettings]: readonly StoredSettings[K][] } = {
  theme: THEMES, size: SIZES, sound: SWITCH, notify: SWITCH, forced: FORCED_SETTINGS, motion: MOTIONS, tips: SWITCH, order: ORDERS, chat: SWITCH,
};

function readSetting<K extends keyof StoredSettings>(name: K): StoredSettings[K] {
  const value = readStored<StoredSettings[K]>(name, DEFAULTS[name]);
  return ALLOWED[name].includes(value) ? value : DEFAULTS[name];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What of a stored setup can be used; null if nothing can. */
function readSetup(stored: unknown): StoredSetup | null {
  if (!isRecord(stored) || !isRecord(stored["options"])) return null;
  const { seats, bots, seat, ...others } = stored;
  return {
    ...(others as unknown as StoredSetup),
    ...(Array.isArray(seats) && { seats: seats.filter(isText) }),
    ...(Array.isArray(bots) && { bots: bots.filter((bot): bot is StoredBot => isRecord(bot) && isText(bot["kind"])) }),
    ...((seat === null || typeof seat === "number") && { seat }),
  };
}

/** The parts of each game that have been explained. */
function readSeen(): Record<string, string[]> {
  const stored = readStored<unknown>("known", {});
  if (!isRecord(stored)) return {};
  return Object.fromEntries(Object.entries(stored).map(([game, parts]) => [game, Array.isArray(parts) ? parts.filter(isText) : []]));
}

class Settings implements StoredSettings {
  #stored = $state<StoredSettings>(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, readSetting(name as keyof StoredSettings)])) as unknown as StoredSettings);
  #pace = $state(readStored("pace", ""));
  #seen = $state(readSeen());

  get theme() { return this.#stored.theme; }
  set theme(theme) { this.#store("theme", theme); }
  get size() { return this.#stored.size; }
  set size(size) { this.#store("size", size); }
  get sound() { return this.#stored.sound; }
  set sound(on) { this.#store("sound", on); }
  get notify() { return this.#stored.notify; }
  set notify(on) { this.#store("notify", on); }
  get forced() { return this.#stored.forced; }
  set forced(forced) { this.#store("forced", forced); }
  get motion() { return this.#stored.motion; }
  set motion(motion) { this.#store("motion", motion); }
  get tips() { return this.#stored.tips; }
  set tips(on) { this.#store("tips", on); }
  get order() { return this.#stored.order; }
  set order(order) { this.#store("order", order); }
  get chat() { return this.#stored.chat; }
  set chat(on) { this.#store("chat", on); }

  /** The factor by which the cards on the table are larger than normal. */
  get scale(): number {
    return SCALE[this.size];
  }

  /** The pace of the bots in new games; empty for the default. */
  get pace(): string {
    return typeof this.#pace === "string" ? this.#pace : "";
  }
  set pace(pace: string) {
    this.#pace = pace;
    writeStored("pace", pace);
  }

  setupOf(game: string): StoredSetup | null {
    return readSetup(readStored<unknown>(`game.${game}`, null));
  }
  rememberSetup(game: string, setup: StoredSetup): void {
    writeStored(`game.${game}`, setup);
  }

  /** The game that was last played with friends; empty if there was none. */
  get friendsGame(): string {
    return readStored<string>("friends.game", "");
  }
  set friendsGame(game: string) {
    writeStored("friends.game", game);
  }

  /** Whether a part of a game has been explained to this player: its panels, or a kind of decision. */
  hasSeen(game: string, part: string): boolean {
    return this.#seen[game]?.includes(part) ?? false;
  }
  markSeen(game: string, part: string): void {
    if (this.hasSeen(game, part)) return;
    this.#seen = { ...this.#seen, [game]: [...(this.#seen[game] ?? []), part] };
    writeStored("known", this.#seen);
  }
  /** Explain a game's decisions again. */
  forgetSeen(game: string): void {
    this.#seen = { ...this.#seen, [game]: [] };
    writeStored("known", this.#seen);
  }

  #store<K extends keyof StoredSettings>(name: K, value: StoredSettings[K]): void {
    this.#stored[name] = value;
    writeStored(name, value);
  }
}

export const settings = new Settings();
