/** Which ends of games are celebrated. */

import type { RoomInfo, View } from "../../protocol/types";
import { ownSeats } from "./seats";

/** Whether the reader has won the game that a view shows the end of. */
export const isWon = (room: RoomInfo | null, view: View): boolean =>
  !!room && !!view.result && room.status !== "given up" && ownSeats(room).some(({ seat }) => view.result!.winners.includes(seat));

const celebrated = new Set<string>();

/** Whether a win is to be celebrated: only where its end was played, and once. `wasOpen`: the page has shown the game going on. */
export function celebratesOnce(room: RoomInfo | null, view: View, wasOpen: boolean): boolean {
  if (!room || !wasOpen || !isWon(room, view) || celebrated.has(`${room.id}:${room.number}`)) return false;
  celebrated.add(`${room.id}:${room.number}`);
  return true;
}
