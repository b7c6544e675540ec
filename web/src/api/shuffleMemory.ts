/** What this browser remembers of its rooms' shuffles: what it was shown, and what it added. */

import type { RoomInfo } from "../protocol/types";
import { read, write } from "../base/settings.svelte";
import { newContribution } from "./contribution";

export interface Kept {
  commitment: string; // as it was first shown
  mine: string | null; // what this browser added; null: nothing
}

const MOST = 300; // rooms: the oldest are forgotten
const all = (): [string, Kept][] => {
  const kept = read<unknown>("shuffles", []);
  return Array.isArray(kept) ? (kept as [string, Kept][]) : [];
};

export const kept = (room: string): Kept | null => all().find(([id]) => id === room)?.[1] ?? null;

export function keep(room: string, commitment: string, mine: string | null): void {
  const others = all().filter(([id]) => id !== room);
  write("shuffles", [...others, [room, { commitment, mine }]].slice(-MOST));
}

/** Keep what a room shows of its shuffle, and add this browser's own randomness while there is time; `add` sends it. */
export function follow(info: RoomInfo, add: (value: string) => boolean): void {
  if (!info.commitment || info.status === "over" || info.status === "given up") return;
  const known = kept(info.id);
  const own = info.seats.filter((seat) => seat.you);
  if (info.status === "waiting" && own.length > 0 && !own.some((seat) => seat.gave)) {
    const mine = known?.mine ?? newContribution();
    if (add(mine)) keep(info.id, known?.commitment ?? info.commitment, mine);
  } else if (!known) {
    keep(info.id, info.commitment, null);
  }
}
