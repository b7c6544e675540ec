/** How a new game is set up: options, seats, tempo, clock and deal. */

import type { ClockInfo, DailyAttempt, GameInfo, Games, NewRoom, OptionValue, RoomInfo, SeatWish } from "../protocol/types";
import type { StoredSetup, Options } from "../base/settings.svelte";
import { DEFAULT_BOT } from "../room/info/seats";
import { isFinished, resultText } from "../room/info/summary";

export const YOU = "you";
export const FRIEND = "open";

/** The complete setup of a new game. */
export interface Setup {
  game: string;
  options: Options;
  seats: string[]; // YOU, FRIEND or a kind of bot
  pace: string;
  tempo: "live" | "turns";
  clock: ClockInfo | null;
  deal?: Deal;
  test: boolean; // in a test room, for a game's designer
  public?: boolean; // anybody on this server may sit in the seats of friends
}

/** Which cards are dealt: new ones, a deal that can be won, the deal of the day, or a deal by its number. */
export type Deal = "new" | "winnable" | "daily" | number;

/** The clocks for each tempo; settings store their ids. */
export const CLOCKS: Readonly<Record<Setup["tempo"], readonly { id: string; label: string; clock: ClockInfo | null }[]>> = {
  live: [
    { id: "none", label: "None", clock: null },
    { id: "5m", label: "5 min", clock: { seconds: 300, increment: 3 } },
    { id: "10m", label: "10 min", clock: { seconds: 600, increment: 5 } },
    { id: "30m", label: "30 min", clock: { seconds: 1800, increment: 10 } },
  ],
  turns: [
    { id: "none", label: "None", clock: null },
    { id: "1d", label: "1 day", clock: { seconds: 86_400, increment: 3600 } },
    { id: "3d", label: "3 days", clock: { seconds: 259_200, increment: 14_400 } },
    { id: "7d", label: "7 days", clock: { seconds: 604_800, increment: 28_800 } },
  ],
};

export const hasFriends = (seats: readonly string[]): boolean => seats.includes(FRIEND);

export function playerCount(game: GameInfo, options: Options): number {
  const chosen = options["players"];
  if (typeof chosen === "number") return chosen;
  return game.players[0] ?? 1;
}

export const defaultOptions = (game: GameInfo): Options => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** Why a value cannot be chosen together with the options that stand before it; empty if it can. */
export function whyNot(game: GameInfo, options: Options, name: string, value: OptionValue["value"]): string {
  const before = game.options.slice(0, game.options.findIndex((option) => option.name === name)).map((option) => option.name);
  const isGiven = (other: string, wanted: OptionValue["value"]): boolean =>
    other === name ? wanted === value : before.includes(other) && options[other] === wanted;
  return game.conflicts.find(({ values }) => name in values && Object.entries(values).every(([other, wanted]) => isGiven(other, wanted)))?.why ?? "";
}

/** The options with the values replaced that cannot be chosen together with those before them. */
export function fitOptions(game: GameInfo, options: Options): Options {
  const fitted = { ...options };
  for (const { name, values, default: usual } of game.options) {
    const possible = [fitted[name]!, usual, ...values.map(({ value }) => value)].find((value) => !whyNot(game, fitted, name, value));
    if (possible !== undefined) fitted[name] = possible;
  }
  return fitted;
}

const defaultBot = ({ bots }: Pick<Games, "bots">): string => (bots.find((bot) => bot.id === DEFAULT_BOT) ?? bots.at(-1))?.id ?? "random";

export function defaultPace({ paces }: Pick<Games, "paces">, pace = ""): string {
  return [pace, "normal"].find((id) => paces.some((other) => other.id === id)) ?? paces[0]?.id ?? "normal";
}

/** Fit the seats to the number of players. New seats get a bot like the last one; if seats are dropped, the player keeps one. */
export function fillSeats(players: number, seats: readonly string[], bot: string): string[] {
  const usual = seats.findLast((who) => who !== YOU && who !== FRIEND) ?? bot;
  const found = Array.from({ length: players }, (_, i) => seats[i] ?? usual);
  if (seats.includes(YOU) && !found.includes(YOU)) found[players - 1] = YOU;
  return found;
}

/** The seats of a stored setup, which an older version of the page may have stored. */
function storedSeats(chosen: StoredSetup | null): string[] {
  if (!chosen) return [YOU];
  if (Array.isArray(chosen.seats)) return chosen.seats.filter((who) => typeof who === "string");
  const others = (chosen.bots ?? []).map((bot) => bot.kind);
  if (chosen.seat === null || chosen.seat === undefined) return others;
  return [...others.slice(0, chosen.seat), YOU, ...others.slice(chosen.seat)];
}

/** The stored setup, with defaults for whatever is missing or no longer exists. */
export function setupFrom(game: GameInfo, games: Games, chosen: StoredSetup | null, pace = ""): Setup {
  const known = defaultOptions(game);
  for (const option of game.options) {
    const value = chosen?.options[option.name];
    if (option.values.some((other) => other.value === value)) known[option.name] = value!;
  }
  const options = fitOptions(game, known);
  const bot = defaultBot(games);
  const isKnown = (who: string): boolean => who === YOU || who === FRIEND || games.bots.some((other) => other.id === who);
  const kept = storedSeats(chosen).map((who) => (isKnown(who) ? who : bot));
  const players = playerCount(game, options);
  const seats = players === 1 ? [YOU] : fillSeats(players, kept, bot);
  const tempo = hasFriends(seats) && chosen?.tempo === "turns" ? "turns" : "live";
  const clock = hasFriends(seats) ? CLOCKS[tempo].find(({ id }) => id === chosen?.clock)?.clock : null;
  const test = games.test_rooms && (chosen?.test ?? games.followed.includes(game.id)); // whose author serves it is its designer
  return { game: game.id, options, seats, pace: defaultPace(games, pace), tempo, clock: test ? null : (clock ?? null), test };
}

const usualBot = (seats: readonly string[], games: Pick<Games, "bots">): string => seats.findLast((who) => who !== YOU && who !== FRIEND) ?? defaultBot(games);

/** The setup with bots in the seats of friends, so that the game begins at once. */
export function withoutFriends(setup: Setup, games: Pick<Games, "bots">): Setup {
  const bot = usualBot(setup.seats, games);
  return { ...setup, seats: setup.seats.map((who) => (who === FRIEND ? bot : who)) };
}

export const mostFriends = (game: GameInfo): number => Math.max(...game.players) - 1;

/** The setup for the player and a number of friends, with the fewest bots that the game allows. */
export function withFriends(setup: Setup, count: number, game: GameInfo, games: Pick<Games, "bots">): Setup {
  const friends = Math.min(count, mostFriends(game));
  const players = Math.min(...game.players.filter((number) => number > friends));
  const options = fitOptions(game, "players" in setup.options ? { ...setup.options, players } : setup.options);
  const bots = Array<string>(players - 1 - friends).fill(usualBot(setup.seats, games));
  return { ...setup, options, seats: [YOU, ...Array<string>(friends).fill(FRIEND), ...bots] };
}

/** A setup in the form in which it is stored. */
export function toStored({ options, seats, tempo, clock, test }: Setup): StoredSetup {
  return { options, seats, tempo, clock: CLOCKS[tempo].find((other) => other.clock?.seconds === clock?.seconds)?.id ?? "none", test };
}

/** A stored setup as far as it differs from the default and a click on the tile repeats it: "3 players, bids, watching". */
export function lastSetupText(game: GameInfo, chosen: StoredSetup | null): string {
  if (!chosen) return "";
  const changed = game.options.flatMap(({ name, label, values, default: usual }) => {
    const value = values.find((other) => other.value === chosen.options[name]);
    if (!value || value.value === usual) return [];
    if (typeof value.value === "number") return [`${value.label} ${label.toLowerCase()}`];
    if (typeof value.value === "boolean") return [value.value ? label.toLowerCase() : `${label.toLowerCase()}: no`];
    return [value.label];
  });
  const seats = storedSeats(chosen);
  const mine = seats.filter((who) => who === YOU).length;
  const company = mine === 0 ? ["watching"] : mine > 1 ? ["at one screen"] : [];
  return [...changed, ...company].join(", ");
}

/** The one of today's rooms, or of the attempts at today's deals, that is of a game with default options; null if there is none. */
function usualOf<T extends RoomInfo | DailyAttempt>(game: GameInfo, all: readonly T[]): T | null {
  const usual = Object.entries(defaultOptions(game));
  return all.find((one) => one.game === game.id && usual.every(([name, value]) => one.options[name] === value)) ?? null;
}

/** The room in which today's deal of a game was played with default options; null if there is none. */
export const dailyRoom = (game: GameInfo, rooms: readonly RoomInfo[]): RoomInfo | null => usualOf(game, rooms);

/** The attempt at today's deal of a game with default options that counts; null if nothing of it has been played. */
export const dailyAttempt = (game: GameInfo, attempts: readonly DailyAttempt[]): DailyAttempt | null => usualOf(game, attempts);

/** How a game went: "won, 12", "given up", "not finished". */
export function outcomeText(room: RoomInfo): string {
  if (!isFinished(room)) return "not finished";
  return [resultText(room).toLowerCase(), room.status === "over" && room.score].filter(Boolean).join(", ");
}

/** The request that creates a room with this setup. Only games for one have a chosen deal, only those with friends a tempo and a clock. */
export function newRoomRequest({ game, options, seats, pace, tempo, clock, deal = "new", test, public: isPublic = false }: Setup): NewRoom {
  const wishes = seats.map((who): SeatWish => (who === YOU || who === FRIEND ? { kind: who } : { kind: "bot", bot: who }));
  const timing = hasFriends(seats) ? { tempo, clock } : { tempo: "live" as const, clock: null };
  const dealt = deal === "new" || seats.length > 1 ? {} : deal === "daily" ? { daily: true } : deal === "winnable" ? { winnable: true } : { deal };
  return { game, options, seats: wishes, watch: !seats.includes(YOU), pace, ...timing, ...dealt, test, public: isPublic && hasFriends(seats) && !test };
}

/** The number of players: "2–4 players", "4 players", "for one". */
export function playersText(players: readonly number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  if (most === 1) return "for one";
  if (least === most) return `${most} players`;
  const gaps = most - least + 1 !== players.length;
  return gaps ? `${players.slice(0, -1).join(", ")} or ${most} players` : `${least}–${most} players`;
}
