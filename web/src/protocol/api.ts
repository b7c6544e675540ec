/** What the server says over HTTP. */

import type { View } from "./types";

export type Value = string | number | boolean;
export type Options = Record<string, Value>;

export interface CardInfo {
  code: string;
  name: string;
  suit: string | null; // its letter; null for jokers and special cards
  rank: number;
}

export interface OptionInfo {
  name: string;
  label: string;
  values: { value: Value; label: string }[];
  default: Value;
}

export interface GameInfo {
  id: string;
  name: string;
  about: string;
  players: number[];
  minutes: number;
  deck: string;
  cards: CardInfo[];
  suits: { letter: string; name: string }[];
  options: OptionInfo[];
}

export interface BotInfo {
  id: string;
  name: string;
  about: string;
}

export interface Bot {
  kind: string;
  pace: string;
}

export interface Games {
  games: GameInfo[];
  bots: BotInfo[];
  paces: { id: string; name: string }[];
  ready: Record<string, "cold" | "compiling" | "ready">;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  options: Options;
  seat: number | null;
  bots: Bot[];
  made: number;
  status: "open" | "over" | "given up";
  your_turn: boolean;
  score: string;
  updated: number; // seconds since 1970
}

export interface NewTable {
  game: string;
  options: Options;
  seat: number | null;
  bots: Bot[];
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused("offline", "The table's server does not answer. Check that it is running, then try again.");
  }
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const error = (data as { error?: { code: string; message: string } } | null)?.error;
  throw new Refused(error?.code ?? "unknown", error?.message ?? `The server answered with ${answer.status}. Try again.`);
}

const id = encodeURIComponent;

let games: Promise<Games> | null = null;

/** The games, asked for once; `fresh` asks again, for what is ready by now. */
export function getGames(fresh = false): Promise<Games> {
  if (!games || fresh) {
    games = ask<Games>("games");
    games.catch(() => (games = null));
  }
  return games;
}

export const getRules = (game: string): Promise<{ game: string; name: string; html: string }> => ask(`games/${id(game)}/rules`);
export const getPicture = (game: string): Promise<View> => ask(`games/${id(game)}/picture`);
export const getTables = async (): Promise<TableInfo[]> => (await ask<{ tables: TableInfo[] }>("tables")).tables;
export const newTable = async (wanted: NewTable): Promise<string> => (await ask<{ table: string }>("tables", "POST", wanted)).table;
export const giveUp = (table: string): Promise<unknown> => ask(`tables/${id(table)}/give-up`, "POST");
export const playAgain = async (table: string): Promise<string> => (await ask<{ table: string }>(`tables/${id(table)}/again`, "POST")).table;
export const deleteTable = (table: string): Promise<void> => ask(`tables/${id(table)}`, "DELETE");
export const getRecord = (table: string): Promise<unknown> => ask(`tables/${id(table)}/record`);

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : "Something went wrong. Try again.");
