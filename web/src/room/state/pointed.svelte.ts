/** What players point at, which glows for a few seconds. */

import type { Square } from "../../layout/squares";
import type { Face, PointedMessage } from "../../protocol/types";

const SHOWN = 5000; // milliseconds

export class Pointed {
  /** The latest of each seat. */
  now = $state.raw<readonly PointedMessage[]>([]);
  private readonly timers: Record<number, number> = {};

  show(message: PointedMessage): void {
    const { seat } = message;
    clearTimeout(this.timers[seat]);
    this.now = [...this.now.filter((other) => other.seat !== seat), message];
    this.timers[seat] = window.setTimeout(() => (this.now = this.now.filter((other) => other.seat !== seat)), SHOWN);
  }

  /** The seat that points at a place, or at a zone as a whole (-1); null if none does. */
  by(zone: string, at: number, face?: Face): number | null {
    return this.now.find((one) => one.zone === zone && means(one, at, face))?.seat ?? null;
  }

  /** The squares of a grid at which somebody points. */
  squares(zone: string): Square[] {
    return this.now.flatMap((one) => (one.zone === zone && !one.card && one.x !== null && one.y !== null ? [{ x: one.x, y: one.y }] : []));
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    this.now = [];
  }
}

/** A card is known by its name, and a place of a grid by where it is: the table may have changed since. */
function means(one: PointedMessage, at: number, face?: Face): boolean {
  if (one.at < 0 || at < 0) return one.at < 0 && at < 0;
  if (one.card) return face?.code === one.card;
  return one.x !== null ? face?.x === one.x && face.y === one.y : one.at === at;
}
