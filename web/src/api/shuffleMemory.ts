/** What this browser remembers of its rooms' shuffles: the commitment it was shown and its own contribution. */

import type { RoomInfo } from "../protocol/types";
import { isRecord, readStored, writeStored } from "../base/storage";
import { newContribution } from "./contribution";

export interface RememberedShuffle {
  commitment: string; // the first that was shown
  mine: string | null; // this browser's contribution, if it made one
}

const MOST = 300; // rooms remembered; the oldest are dropped
const isRemembered = (entry: unknown): entry is [string, RememberedShuffle] =>
  Array.isArray(entry) && typeof entry[0] === "string" && isRecord(entry[1]) && typeof entry[1]["commitment"] === "string";
const all = (): [string, RememberedShuffle][] => {
  const stored = readStored<unknown>("shuffles", []);
  return Array.isArray(stored) ? stored.filter(isRemembered) : [];
};

export const rememberedShuffle = (room: string): RememberedShuffle | null => all().find(([id]) => id === room)?.[1] ?? null;

export function rememberShuffle(room: string, commitment: string, mine: string | null): void {
  const others = all().filter(([id]) => id !== room);
  writeStored("shuffles", [...others, [room, { commitment, mine }]].slice(-MOST));
}

/** Remember a room's commitment, and send this browser's contribution with `add` while the room is waiting. */
export function contribute(info: RoomInfo, add: (value: string) => boolean): void {
  if (!info.commitment || info.status === "over" || info.status === "given up") return;
  const known = rememberedShuffle(info.id);
  const own = info.seats.filter((seat) => seat.you);
  if (info.status === "waiting" && own.length > 0 && !own.some((seat) => seat.gave)) {
    const mine = known?.mine ?? newContribution();
    if (add(mine)) rememberShuffle(info.id, known?.commitment ?? info.commitment, mine);
  } else if (!known) {
    rememberShuffle(info.id, info.commitment, null);
  }
}
