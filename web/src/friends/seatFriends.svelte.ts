/** What the other players of a room are to the player: friends, asked, or nobody yet. */

import { askFriend, getRoomFriends } from "../api/requests";
import type { RoomFriends } from "../protocol/types";

type Friendship = RoomFriends["seats"][number]["state"];

export class SeatFriends {
  #states = $state.raw<Record<number, Friendship>>({});

  /** Learn what they are; without an answer nobody is offered as a friend. */
  async load(room: string): Promise<void> {
    const found = await getRoomFriends(room).catch(() => null);
    this.#states = Object.fromEntries((found?.seats ?? []).map(({ seat, state }) => [seat, state]));
  }

  of(seat: number): Friendship | undefined {
    return this.#states[seat];
  }

  /** Ask the player of a seat, or agree if they have asked. */
  async ask(room: string, seat: number): Promise<void> {
    const { state } = await askFriend(room, seat);
    this.#states = { ...this.#states, [seat]: state };
  }
}
