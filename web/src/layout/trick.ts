/** Where a trick lies, and how large its cards are. */

import { trickOffset, trickReach, type Offset } from "./seats";

export const RATIO = 1.4; // of a card's height to its width

export interface TrickSpace {
  width: number;
  height: number;
  seats: number;
  most: number; // the largest card
  least: number;
  off?: number; // how far from the middle of the height its centre may be, if it does not move there
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Laid {
  card: number;
  middle: number; // the distance from the top to the trick's centre
  aside: number; // how far right of the middle its centre is
  isFlat: boolean; // its cards lie in two lines that overlap
  isFree: boolean; // it covers nothing else
}

const SPACE = 6; // between a trick and other things
export const NOTED = 12; // above a trick's cards: what a note on one of them needs
export const GROWN = 1.15; // cards as much larger are seen to be
const MORE = 8; // by which the cards of a trick that does not lie in the middle are larger than the smallest, at most

/** The space that the cards of a trick take around its centre. */
export function trickSize(card: number, seats: number, isFlat = false): { width: number; height: number } {
  const reach = trickReach(seats, isFlat);
  return { width: card * (1 + 2 * reach.x), height: card * RATIO * (1 + 2 * reach.y) };
}

/** The largest trick that covers nothing else, as near to the middle as possible: flat where it does not fit otherwise, and beside the middle where it does not fit there. */
export function fitTrick(space: TrickSpace, taken: readonly Area[]): Laid {
  const middles = [...alternating(Math.min(space.height / 2, space.off ?? Infinity), 3)].map((off) => space.height / 2 + off);
  const shapes = [false, true].map((isFlat) => ({ isFlat, offsets: Array.from({ length: space.seats }, (_, seat) => trickOffset(seat, space.seats, 0, isFlat)) }));
  const isFree = (offsets: readonly Offset[], card: number, middle: number, aside: number): boolean =>
    offsets.every(({ x, y }) => {
      const left = space.width / 2 + aside + (x - 0.5) * card;
      const top = middle + (y - 0.5) * card * RATIO;
      const [right, bottom] = [left + card, top + card * RATIO];
      const isIn = left >= 0 && right <= space.width && top >= NOTED && bottom <= space.height - 2;
      return isIn && taken.every((area) => left > area.right + SPACE || right < area.left - SPACE || top > area.bottom + NOTED || bottom < area.top - SPACE);
    });
  for (const sides of [[0], taken.length ? [...alternating(space.width / 2, 6)] : []]) {
    for (const { isFlat, offsets } of shapes) {
      for (let card = sides.length > 1 ? Math.min(space.most, space.least + MORE) : space.most; card >= space.least; card -= 2) {
        for (const aside of sides) {
          for (const middle of middles) if (isFree(offsets, card, middle, aside)) return { card, middle, aside, isFlat, isFree: true };
        }
      }
    }
  }
  const reach = trickReach(space.seats, true).y + 0.5;
  return { card: space.least, middle: space.height - 2 - reach * space.least * RATIO, aside: 0, isFlat: true, isFree: false };
}

/** Steps away from nothing, to one side and to the other. */
function* alternating(most: number, step: number): Generator<number> {
  for (let off = 0; off <= most; off += step) yield* off ? [off, -off] : [0];
}
