/** What a new game is started with. */

import type { GameInfo, Games, NewRoom } from "../protocol/types";
import type { Bot, Chosen, Options } from "../state/settings.svelte";

/** A request for a new room, with everything filled in. */
export interface Wanted {
  game: string;
  options: Options;
  seat: number | null;
  bots: Bot[];
}

export function playersOf(game: GameInfo, options: Options): number {
  const chosen = options["players"];
  if (typeof chosen === "number") return chosen;
  return game.players[0] ?? 1;
}

export const defaultOptions = (game: GameInfo): Options => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

export function defaultBot({ bots, paces }: Pick<Games, "bots" | "paces">, pace = ""): Bot {
  const kind = bots.find((bot) => bot.id === "search") ?? bots.at(-1);
  const found = [pace, "normal"].map((id) => paces.find((other) => other.id === id)).find(Boolean) ?? paces[0];
  return { kind: kind?.id ?? "random", pace: found?.id ?? "" };
}

/** What was chosen last, as far as it still exists; the defaults for the rest. All bots have one pace. */
export function wanted(game: GameInfo, games: Games, chosen: Chosen | null, pace = ""): Wanted {
  const options = defaultOptions(game);
  for (const option of game.options) {
    const value = chosen?.options[option.name];
    if (option.values.some((other) => other.value === value)) options[option.name] = value!;
  }
  const players = playersOf(game, options);
  const usual = defaultBot(games, pace);
  const isKnown = (bot: Bot): boolean => games.bots.some((b) => b.id === bot.kind);
  const bots = Array.from({ length: players - 1 }, (_, i) => {
    const bot = chosen?.bots[i] ?? chosen?.bots.at(-1);
    return bot && isKnown(bot) ? { ...bot, pace: usual.pace } : usual;
  });
  const seat = chosen ? chosen.seat : 0;
  return { game: game.id, options, seat: seat === null ? null : Math.min(seat, players - 1), bots };
}

/** "3 players, bids, watching": what was chosen the last time, where it is not the usual. */
export function lastTime(game: GameInfo, chosen: Chosen | null): string {
  if (!chosen) return "";
  const changed = game.options.flatMap(({ name, label, values, default: usual }) => {
    const value = values.find((other) => other.value === chosen.options[name]);
    if (!value || value.value === usual) return [];
    if (typeof value.value === "number") return [`${value.label} ${label.toLowerCase()}`];
    if (typeof value.value === "boolean") return [value.value ? label.toLowerCase() : `${label.toLowerCase()}: no`];
    return [value.label];
  });
  return [...changed, ...(chosen.seat === null ? ["watching"] : [])].join(", ");
}

/** The same as the server is asked for it: bots share one pace. */
export function asked({ game, options, seat, bots }: Wanted): NewRoom {
  const others = [...bots];
  const seats: NewRoom["seats"] = Array.from({ length: others.length + (seat === null ? 0 : 1) }, (_, i) =>
    i === seat ? { kind: "you" } : { kind: "bot", bot: others.shift()?.kind ?? "search" },
  );
  return { game, options, seats, watch: seat === null, pace: bots[0]?.pace ?? "normal" };
}

/** "2–4 players", "4 players", "for one". */
export function playersText(players: readonly number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  if (most === 1) return "for one";
  if (least === most) return `${most} players`;
  const gaps = most - least + 1 !== players.length;
  return gaps ? `${players.slice(0, -1).join(", ")} or ${most} players` : `${least}–${most} players`;
}
