/** Spots, which are what is touched, by their keys; and the choices among them. */

import type { Move, RefusedMove, Spot } from "../protocol/types";

export const keyOf = (spot: Spot): string => `${spot.zone}:${spot.at}`;

export function spotOf(key: string): Spot {
  const colon = key.lastIndexOf(":");
  return { zone: key.slice(0, colon), at: Number(key.slice(colon + 1)) };
}

export interface Choices {
  /** The spots shown as choices. */
  shown: Set<string>;
  /** The spots that continue a move when touched; more than are shown. */
  reach: Set<string>;
  /** The moves offered as buttons. */
  buttons: Move[];
  /** The move that the picked spots make, if nothing is left to choose. */
  done: Move | null;
  /** A button that cannot be pressed yet, and why. */
  refused?: RefusedMove[];
}
