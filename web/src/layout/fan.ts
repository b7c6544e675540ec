/** How a hand is spread: in one row, or in two if too little of each card would be visible. */

export const LEAST_SHOWN = 24;

export interface Fan {
  rows: number[]; // the number of cards in each
  step: number; // from one card's left edge to the next one's
}

export function fan(cards: number, width: number, card: number, gap = 6, most = 2, least = LEAST_SHOWN): Fan {
  if (cards === 0) return { rows: [], step: card + gap };
  for (let rows = 1; ; rows++) {
    const longest = Math.ceil(cards / rows);
    const step = longest === 1 ? card + gap : Math.min(card + gap, (width - card) / (longest - 1));
    if (step >= least || rows >= most) return { rows: split(cards, rows), step: Math.max(step, 8) };
  }
}

const LEAST_READ = 30; // the smallest card that is read
const INDEX = 0.42; // the part of a card that an index of two figures takes, from the card's left edge

/** The rows of a hand: one more than asked for, where the cards of so few would be smaller than can be read. */
export const rowsFor = (cards: number, width: number, card: number, most: number): number => (readable(cards, width, card, most) < LEAST_READ ? 2 : most);

/** The width of a card at which the next one leaves its index free, at most `card`, in a hand of at most `most` rows. */
export function readable(cards: number, width: number, card: number, most = 2): number {
  const longest = fan(cards, width, card, undefined, most).rows[0] ?? 1;
  return Math.min(card, width / (1 + INDEX * (longest - 1)));
}

function split(cards: number, rows: number): number[] {
  const longest = Math.ceil(cards / rows);
  return Array.from({ length: rows }, (_, i) => Math.max(0, Math.min(longest, cards - i * longest))).filter((n) => n > 0);
}
