/** What a new game is started with. */

import type { ClockInfo, GameInfo, Games, NewRoom, RoomInfo, SeatWish } from "../protocol/types";
import type { StoredSetup, Options } from "../base/settings.svelte";
import { DEFAULT_BOT } from "../room/info/seats";
import { isFinished, resultText } from "../room/info/summary";

export const YOU = "you";
export const FRIEND = "open";

/** A request for a new room, with everything filled in. */
export interface Setup {
  game: string;
  options: Options;
  seats: string[]; // who sits there: you, a friend who is yet to come, or a kind of bot
  pace: string;
  tempo: "live" | "turns";
  clock: ClockInfo | null;
  deal?: Deal;
}

/** Which cards are dealt: new ones, such as can be won, those of the day, or those of a number. */
export type Deal = "new" | "winnable" | "daily" | number;
export const MAX_DEAL = 4294967295;

/** Clocks to choose from, by tempo; the names are what they are kept by. */
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

const defaultBot = ({ bots }: Pick<Games, "bots">): string => (bots.find((bot) => bot.id === DEFAULT_BOT) ?? bots.at(-1))?.id ?? "random";

export function defaultPace({ paces }: Pick<Games, "paces">, pace = ""): string {
  return [pace, "normal"].find((id) => paces.some((other) => other.id === id)) ?? paces[0]?.id ?? "normal";
}

/** As many seats as there are players: added ones are a bot's like the last; you do not drop out where others go. */
export function fillSeats(players: number, seats: readonly string[], bot: string): string[] {
  const usual = seats.findLast((who) => who !== YOU && who !== FRIEND) ?? bot;
  const found = Array.from({ length: players }, (_, i) => seats[i] ?? usual);
  if (seats.includes(YOU) && !found.includes(YOU)) found[players - 1] = YOU;
  return found;
}

/** What was kept of a choice, also by an older version of the page. */
function storedSeats(chosen: StoredSetup | null): string[] {
  if (!chosen) return [YOU];
  if (Array.isArray(chosen.seats)) return chosen.seats.filter((who) => typeof who === "string");
  const others = (chosen.bots ?? []).map((bot) => bot.kind);
  if (chosen.seat === null || chosen.seat === undefined) return others;
  return [...others.slice(0, chosen.seat), YOU, ...others.slice(chosen.seat)];
}

/** What was chosen last, as far as it still exists; the defaults for the rest. All bots have one pace. */
export function setupFrom(game: GameInfo, games: Games, chosen: StoredSetup | null, pace = ""): Setup {
  const options = defaultOptions(game);
  for (const option of game.options) {
    const value = chosen?.options[option.name];
    if (option.values.some((other) => other.value === value)) options[option.name] = value!;
  }
  const bot = defaultBot(games);
  const isKnown = (who: string): boolean => who === YOU || who === FRIEND || games.bots.some((other) => other.id === who);
  const kept = storedSeats(chosen).map((who) => (isKnown(who) ? who : bot));
  const players = playerCount(game, options);
  const seats = players === 1 ? [YOU] : fillSeats(players, kept, bot);
  const tempo = hasFriends(seats) && chosen?.tempo === "turns" ? "turns" : "live";
  const clock = hasFriends(seats) ? CLOCKS[tempo].find(({ id }) => id === chosen?.clock)?.clock : null;
  return { game: game.id, options, seats, pace: defaultPace(games, pace), tempo, clock: clock ?? null };
}

/** The same as it is kept for the next time. */
export function toStored({ options, seats, tempo, clock }: Setup): StoredSetup {
  return { options, seats, tempo, clock: CLOCKS[tempo].find((other) => other.clock?.seconds === clock?.seconds)?.id ?? "none" };
}

/** "3 players, bids, watching": what was chosen the last time, where it is not the usual. */
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
  const company = hasFriends(seats) ? ["with friends"] : mine === 0 ? ["watching"] : mine > 1 ? ["at one screen"] : [];
  return [...changed, ...company].join(", ");
}

/** Today's deal of a game with its usual options, as somebody has played it; null if they have not begun. */
export function dailyRoom(game: GameInfo, rooms: readonly RoomInfo[]): RoomInfo | null {
  const usual = Object.entries(defaultOptions(game));
  return rooms.find((room) => room.game === game.id && usual.every(([name, value]) => room.options[name] === value)) ?? null;
}

/** "won, 12", "given up", "not finished": how it went. */
export function outcomeText(room: RoomInfo): string {
  if (!isFinished(room)) return "not finished";
  return [resultText(room).toLowerCase(), room.status === "over" && room.score].filter(Boolean).join(", ");
}

/** The same as the server is newRoomRequest for it. */
export function newRoomRequest({ game, options, seats, pace, tempo, clock, deal = "new" }: Setup): NewRoom {
  const wishes = seats.map((who): SeatWish => (who === YOU || who === FRIEND ? { kind: who } : { kind: "bot", bot: who }));
  const dealt = deal === "new" ? {} : deal === "daily" ? { daily: true } : deal === "winnable" ? { winnable: true } : { deal };
  return { game, options, seats: wishes, watch: !seats.includes(YOU), pace, tempo, clock, ...dealt };
}

/** "2–4 players", "4 players", "for one". */
export function playersText(players: readonly number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  if (most === 1) return "for one";
  if (least === most) return `${most} players`;
  const gaps = most - least + 1 !== players.length;
  return gaps ? `${players.slice(0, -1).join(", ")} or ${most} players` : `${least}–${most} players`;
}
