/**
 * What a table gives up, one thing after the other, until what lies in its middle fits: first room that is kept for what may
 * come, so that nothing jumps for it; then the size of what stands around the middle and the button of the last trick; at last the table
 * becomes higher than its window.
 */

import { EXTENSIONS } from "../../layout/tableWindow";

/** Whether there is room in the middle as usual (0), only for small piles or for a trick that is flat or stands aside (1), or not at all (2): a trick covers something else. */
export type Crowding = 0 | 1 | 2;

export interface Kept {
  readonly tips: boolean; // on a small phone: the room of tips to come and, where piles alone lie in the middle, of what may be answered
  readonly answers: boolean; // the room of answers that are not asked for yet
  readonly known: boolean; // the room of others' known cards, before there are any
  readonly lastTrick: boolean; // the button that shows the last trick, which is in the menu, too
  /**
   * How much of what stands around the middle makes room. 1: smaller signs; 2: no tracks, and in a low window a lower foot; 3: in
   * one column smaller hands, closer together; from then on a higher table, which a small phone scrolls.
   */
  readonly tight: number;
}

export const ALL: Kept = { tips: true, answers: true, known: true, lastTrick: true, tight: 0 };

/** What is seen of a table that is drawn with what it keeps. */
export interface Seen {
  isScrolling: boolean; // what lies in the middle does not fit
  isCut: boolean; // nor does what stands beside it
  crowding: Crowding; // of the middle
  isSmall: boolean; // a small phone held upright
  hasPilesAlone: boolean; // in the middle: they may be a little smaller before the room for answers is given up
  hasKnownRoom: boolean; // the room of known cards is kept before there are any, and has lines of its own
  isShort: boolean;
  levels: number; // of what makes room before the table is higher
  mayBeHigher: boolean;
  isReplay: boolean;
  makesRoom: boolean; // for how the game ended: nothing else moves. One that was over when it was opened is laid out as it was while it was played
}

/** The most that may be tight: a trick may be flat before the table is higher. */
function mostTight({ crowding, isShort, isCut, levels, mayBeHigher }: Seen, isFull: boolean): number {
  const most = isFull ? (mayBeHigher ? levels + EXTENSIONS : 2) : crowding ? 2 : 0;
  return isShort || mayBeHigher || isCut ? most : Math.min(most, 1);
}

/** What a table keeps after a look at it: the same object if it keeps all that it kept. */
export function giveWay(kept: Kept, seen: Seen): Kept {
  const { isScrolling, crowding, makesRoom, isReplay } = seen;
  if (kept.tips && seen.isSmall && !makesRoom && !isReplay && (isScrolling || (crowding && !seen.hasPilesAlone))) return { ...kept, tips: false };
  const isFull = crowding === 2 || isScrolling || seen.isCut;
  if (isFull && kept.answers && kept.tight > 0) return { ...kept, answers: false };
  if (isFull && kept.known && seen.hasKnownRoom && (isReplay || kept.tight >= seen.levels)) return { ...kept, known: false, tight: 0 };
  if (isFull && kept.lastTrick && kept.tight >= seen.levels && !makesRoom && !isReplay) return { ...kept, lastTrick: false };
  if (!makesRoom && !isReplay && kept.tight < mostTight(seen, isFull)) return { ...kept, tight: kept.tight + 1 };
  return kept;
}
