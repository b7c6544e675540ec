/** The reactions and phrases of the people at the table, and what everybody is told of them, shown at their seats for a while. */

import type { AnnouncementMessage, ReactionMessage, SaidMessage } from "../../protocol/types";

const SHOWN = { reaction: 3000, said: 7000, announcement: 7000 }; // milliseconds

export interface Bubble {
  reaction: ReactionMessage["reaction"] | null;
  text: string;
}

export class Bubbles {
  bySeat = $state.raw<Record<number, Bubble>>({});
  private readonly timers: Record<number, number> = {};

  show(message: ReactionMessage | SaidMessage | AnnouncementMessage): void {
    const { seat, type } = message;
    clearTimeout(this.timers[seat]);
    this.bySeat = { ...this.bySeat, [seat]: message.type === "reaction" ? { reaction: message.reaction, text: "" } : { reaction: null, text: message.text } };
    this.timers[seat] = window.setTimeout(() => {
      this.bySeat = Object.fromEntries(Object.entries(this.bySeat).filter(([other]) => Number(other) !== seat));
    }, SHOWN[type]);
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.bySeat = {};
  }
}
