/** How four chains lie around a centre. */

import type { Zone } from "../protocol/types";

const RATIO = 1.4;
export const CROSS_GAP = 12; // from the centre to an arm
const ARM_CARDS = 6; // the least number an arm has space for
const ARM_STEP = 0.36; // what is visible of each card, in card widths
const LAST_STEP = 0.7; // and of the one before the last
const ARM = 1 + (ARM_CARDS - 2) * ARM_STEP + LAST_STEP; // the length of an arm, in card widths
export const CROSS = { across: 1 + 2 * ARM, down: 3 * RATIO }; // in card widths: all arms lie across, one above and one below the centre

export interface Arm {
  length: number; // of the place, in card widths
  offsets: number[]; // of its cards from the outer end, in card widths
  isUnder: boolean; // each card lies under the one before it, so that its number stays visible
}

/** How the cards of an arm lie: the first at the outer end, those above and below the centre from the left. */
export function armOf(place: Zone["place"], cards: number): Arm {
  const isUnder = place === "east";
  const n = Math.max(cards, ARM_CARDS);
  const each = isUnder ? Math.min(ARM_STEP, (ARM - 1 - LAST_STEP) / (n - 2)) : (ARM - 1) / (n - 1);
  const offsets = Array.from({ length: cards }, (_, at) => (isUnder && at > 0 && at === cards - 1 ? (at - 1) * each + LAST_STEP : at * each));
  return { length: ARM, offsets, isUnder };
}

/** The largest card size at which a cross fits, with a column of piles of that size on both sides if asked. */
export function fitCross(width: number, height: number, most: number, withPiles = false): number {
  const across = (width - 2 * CROSS_GAP - (withPiles ? 2 * BESIDE_CROSS : 0)) / (CROSS.across + (withPiles ? 2 : 0));
  return Math.max(20, Math.floor(Math.min(most, across, (height - 2 * CROSS_GAP) / CROSS.down)));
}

const BESIDE_CROSS = 36; // between a cross and the piles beside it
