/** Other deals of a game that one person plays, alone or against bots. */

import type { RoomInfo } from "../../protocol/types";
import { otherPeople } from "./seats";

export type DealChoice = "same" | "new" | "number";

export const DEAL_KEYS: Readonly<Record<string, DealChoice>> = { R: "same", N: "new", D: "number" };

/** Whether the reader may deal anew at any time: they play, and no other people do. */
export const mayDeal = (room: RoomInfo | null): boolean =>
  !!room && room.status !== "waiting" && room.seats.some((seat) => seat.you) && otherPeople(room).length === 0;

/** Whether another deal is to be one that can be won, as the reader chose for this room: it is then looked for, not shuffled. */
export const looksForWinnable = (room: RoomInfo | null): boolean => !!room && room.winnable && !room.daily;

/** The room if it has the deal of the day of a game for one, at which the first attempt of each person counts; otherwise null. */
export const dailyForOne = (room: RoomInfo | null): RoomInfo | null => (room?.daily && room.seats.length === 1 ? room : null);
