/** A room in the list of games: its order, and one line about it. */

import type { RoomInfo } from "../../protocol/types";
import { otherPeople, ownSeats } from "./seats";
import { ago } from "../../base/dates";

export const isFinished = (room: RoomInfo): boolean => room.status === "over" || room.status === "given up";

const FORGOTTEN = 14 * 86_400; // seconds

/** Whether nothing has happened for two weeks in a game that is not over. */
export const isForgotten = (room: RoomInfo, now: number): boolean => !isFinished(room) && now / 1000 - room.updated > FORGOTTEN;

/** The rooms in the order of the list: those with people first, then where it is the player's turn, finished games last, newest first within each. */
export function sortRooms(rooms: readonly RoomInfo[]): RoomInfo[] {
  const rank = (room: RoomInfo): number => (isFinished(room) ? 4 : (otherPeople(room).length > 0 ? 0 : 2) + (room.your_turn ? 0 : 1));
  return [...rooms].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

/** How a game ended for the reader; spectators get the sentence that everybody sees. */
export function resultText(room: RoomInfo): string {
  const own = ownSeats(room);
  const resigned = room.result?.resigned ?? null;
  if (resigned !== null && own.length > 0) return own.some((seat) => seat.seat === resigned) ? "Resigned" : `Won, ${room.seats[resigned]!.name} resigned`;
  if (!room.result) return room.status === "given up" ? "Given up" : "Over";
  if (own.length !== 1) return room.result.sentence || "Over";
  const { winners, sentence } = room.result;
  if (winners.length > 1 && winners.length === room.seats.length) return sentence || "Over"; // everybody won, or nobody did
  return !winners.includes(own[0]!.seat) ? "Lost" : winners.length > 1 ? "Won together" : "Won";
}

/** How long ago something was; the date if it was a week ago or more. */
export function dateText(then: number, now: number): string {
  if (now / 1000 - then < 6 * 86_400) return ago(then, now);
  return new Date(then * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** A room in one line. */
export function summaryLine(room: RoomInfo, now: number): string {
  const turn = room.status === "open" && room.tempo === "turns" ? "turn by turn" : "";
  const free = room.seats.filter((seat) => seat.kind === "open").length;
  const waits = room.status === "waiting" ? (free ? `waiting for ${free === 1 ? "a player" : `${free} players`}` : "ready to start") : "";
  const back = room.taken_back && isFinished(room) ? takenBackText(room.taken_back) : "";
  const queries = room.asked && isFinished(room) ? winnableAskedText(room.asked) : "";
  const done = isFinished(room) ? resultText(room) : "";
  return [room.test ? "test room" : "", done, waits, room.paused && !done ? "paused" : "", room.score && `score ${room.score}`, back, queries, turn, dateText(room.updated, now), room.rules_note].filter(Boolean).join(" · ");
}

/** Part of a result: how often the player asked whether the game can still be won. */
export const winnableAskedText = (n: number): string => (n === 1 ? "asked once whether it can be won" : `asked ${n} times whether it can be won`);

export const takenBackText = (n: number): string => (n === 1 ? "1 move taken back" : `${n} moves taken back`);
