/** Other deals of a game that one person plays, alone or against bots. */

import type { RoomInfo } from "../../protocol/types";
import { otherPeople } from "./seats";

export type DealChoice = "same" | "new" | "number";

export const DEAL_KEYS: Readonly<Record<string, DealChoice>> = { R: "same", N: "new", D: "number" };

/** Whether the reader may deal anew at any time: they play, and no other people do. */
export const mayDeal = (room: RoomInfo | null): boolean =>
  !!room && room.status !== "waiting" && room.seats.some((seat) => seat.you) && otherPeople(room).length === 0;
