/** The reactions and phrases of the people at the table, shown at their seats for a while. */

import type { ReactionMessage, SaidMessage } from "../../protocol/types";

const SHOWN = { reaction: 3000, said: 7000 }; // milliseconds

export interface Bubble {
  reaction: ReactionMessage["reaction"] | null;
  text: string;
}

export class Bubbles {
  bySeat = $state.raw<Record<number, Bubble>>({});
  private readonly timers: Record<number, number> = {};

  show(message: ReactionMessage | SaidMessage): void {
    const { seat, type } = message;
    clearTimeout(this.timers[seat]);
    this.bySeat = { ...this.bySeat, [seat]: message.type === "said" ? { reaction: null, text: message.text } : { reaction: message.reaction, text: "" } };
    this.timers[seat] = window.setTimeout(() => {
      this.bySeat = Object.fromEntries(Object.entries(this.bySeat).filter(([other]) => Number(other) !== seat));
    }, SHOWN[type]);
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.bySeat = {};
  }
}
