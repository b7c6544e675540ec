/** What people at the table show and say, and how the clocks go: all that is beside the cards. */

import type { ReactionMessage, RoomInfo, SaidMessage } from "../../protocol/types";

const STANDS = { reaction: 3000, said: 7000 }; // milliseconds

export interface Bubble {
  reaction: ReactionMessage["reaction"] | null;
  text: string;
}

export class Company {
  bubbles = $state.raw<Record<number, Bubble>>({}); // by seat
  private timers: Record<number, number> = {};
  private told = 0; // when the clocks were as the room says

  hear(message: ReactionMessage | SaidMessage): void {
    const { seat, type } = message;
    clearTimeout(this.timers[seat]);
    this.bubbles = { ...this.bubbles, [seat]: message.type === "said" ? { reaction: null, text: message.text } : { reaction: message.reaction, text: "" } };
    this.timers[seat] = window.setTimeout(() => {
      this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([other]) => Number(other) !== seat));
    }, STANDS[type]);
  }

  /** The room has just been told of. */
  hearRoom(): void {
    this.told = performance.now();
  }

  /** What is left to a seat by now; null: the game has no clock. */
  left(room: RoomInfo, seat: number, turn: number | null): number | null {
    const sitter = room.seats.find((other) => other.seat === seat);
    if (!sitter || sitter.seconds === null || !room.clock) return null;
    const runs = seat === turn && room.status === "open" && !room.paused && sitter.kind === "person" && !sitter.stand_in && !sitter.out_of_time;
    return Math.max(0, sitter.seconds - (runs ? (performance.now() - this.told) / 1000 : 0));
  }

  clear(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.bubbles = {};
  }
}
