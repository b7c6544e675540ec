/** How the players' clocks run between two messages of the server. */

import type { RoomInfo } from "../../protocol/types";

export class Clocks {
  private syncedAt = 0; // when the seconds in the room's info were right

  /** The room's info has just arrived. */
  sync(): void {
    this.syncedAt = performance.now();
  }

  /** The seconds left to a seat; null if the game has no clock. `asked`: the seats that are asked now. */
  secondsLeft(room: RoomInfo, seat: number, asked: readonly number[]): number | null {
    const player = room.seats.find((other) => other.seat === seat);
    if (!player || player.seconds === null || !room.clock) return null;
    const runs = asked.includes(seat) && room.status === "open" && !room.paused && player.kind === "person" && !player.stand_in && !player.out_of_time;
    return Math.max(0, player.seconds - (runs ? (performance.now() - this.syncedAt) / 1000 : 0));
  }
}
