/** How a hand is spread: in one row, or in two if too little of each card would be visible. */

import { RATIO } from "./trick";

export const LEAST_SHOWN = 24;
export const LOWER_SHOWN = RATIO - 0.42; // how much higher a hand is by its second row, in widths of a card

export interface Fan {
  rows: number[]; // the number of cards in each
  step: number; // from one card's left edge to the next one's
}

export function fan(cards: number, width: number, card: number, gap = 6, most = 2, least = LEAST_SHOWN): Fan {
  if (cards === 0) return { rows: [], step: card + gap };
  for (let rows = 1; ; rows++) {
    const longest = Math.ceil(cards / rows);
    const step = longest === 1 ? card + gap : Math.min(card + gap, (width - card) / (longest - 1));
    if (step >= least || rows >= most) return { rows: split(cards, rows), step: Math.max(step, Math.min(least, 8)) };
  }
}

const LEAST_READ = 30; // the smallest card that is read
const INDEX = 0.42; // the part of a card that an index of two figures takes, from the card's left edge

/** The rows of a hand: one more than asked for, where the cards of so few would be smaller than can be read. */
export const rowsFor = (cards: number, width: number, card: number, most: number): number => (readable(cards, width, card, most) < LEAST_READ ? 2 : most);

/** The width of a card at which the next one leaves its index free, at most `card`, in a hand of at most `most` rows. */
export function readable(cards: number, width: number, card: number, most = 2, least = LEAST_SHOWN): number {
  const longest = fan(cards, width, card, undefined, most, least).rows[0] ?? 1;
  return Math.min(card, width / (1 + INDEX * (longest - 1)));
}

/**
 * The rows of one hand while it is played. A hand of two rows keeps them until one holds its cards side by side, and their room until it is
 * empty: what stands above it does not move with each card that is played, passed or received.
 */
export class HandRows {
  private was = ""; // the sizes for which it has had them
  private had = 1;
  private count = 0;

  /**
   * Take in how the hand is now.
   *
   * @returns how many rows it has room for, and how much of each card is to be visible in one row
   */
  see(count: number, width: number, card: number, most = 2): { room: number; least: number } {
    const sizes = `${width} ${card} ${most}`;
    if (sizes !== this.was || (this.count === 0 && count > 0)) this.had = 1;
    this.was = sizes;
    this.count = count;
    this.had = Math.max(this.had, fan(count, width, readable(count, width, card, most), undefined, most).rows.length);
    return { room: this.had, least: this.had > 1 ? card : LEAST_SHOWN };
  }
}

// -- the hand of another player ---------------------------------------------------------------------------------------

export const SET_APART = 2; // pixels between known cards and backs, and between cards side by side
export const STACKED = 2; // of a back, beneath the next, where there is no room for more: the name beside it says how many there are
export const LEAST_INDEX = 0.36; // the part of a card that an index of two figures needs at least
export const KNOWN_SHOWN = 0.68; // of a known card above another row: its index and its suit
const BADGED = 0.6; // and with its badge

export interface KnownSpread {
  card: number;
  rows: number; // of the known cards
  width: number; // of one of these rows
}

/**
 * How the known cards of a hand lie beside its backs: each shows its index. Where there is no room for that, backs are stacked; then cards
 * are as small as can be read; then there are more rows, hardly higher than the one.
 *
 * @param card - the largest card
 */
export function spreadKnown(ups: number, backs: number, width: number, card: number): KnownSpread {
  for (let rows = 1; ; rows++) {
    const beneath = Math.ceil(ups / rows) - 1;
    const beside = backs > 0 ? SET_APART + STACKED * (backs - 1) : 0;
    const most = Math.max(LEAST_READ, (card * RATIO) / (RATIO + KNOWN_SHOWN * (rows - 1)));
    const fitting = Math.min(most, (width - beside) / (1 + LEAST_INDEX * beneath + (backs > 0 ? 1 : 0)));
    if (fitting < LEAST_READ && beneath > 0) continue;
    const size = Math.max(LEAST_READ, fitting);
    return { card: size, rows, width: Math.min(size * (1 + BADGED * beneath), Math.max(size, width - beside - (backs > 0 ? size : 0))) };
  }
}

function split(cards: number, rows: number): number[] {
  const longest = Math.ceil(cards / rows);
  return Array.from({ length: rows }, (_, i) => Math.max(0, Math.min(longest, cards - i * longest))).filter((n) => n > 0);
}
