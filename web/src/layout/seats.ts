/** Where the seats are around the table. */

export type Side = "left" | "top" | "right";

/** The seats clockwise from the one at the bottom. */
export function clockwise(seats: number, bottom: number): number[] {
  return Array.from({ length: seats }, (_, i) => (bottom + i) % seats);
}

/** The side of each of the other seats, clockwise from the left; `wide` puts all of them along the top. */
export function sides(others: number, wide: boolean): Side[] {
  if (wide || others < 3) return Array.from({ length: others }, () => "top");
  return Array.from({ length: others }, (_, i) => (i === 0 ? "left" : i === others - 1 ? "right" : "top"));
}

export interface Offset {
  x: number; // in card widths, to the right
  y: number; // in card heights, down
}

const FLAT = 0.33; // how far the cards of a flat trick lie above or below its centre: each shows its index

/** The offset of a seat's card in a trick: from the centre toward the seat; in a flat one, in two lines that overlap. */
export function trickOffset(seat: number, seats: number, bottom: number, isFlat = false): Offset {
  const turn = (2 * Math.PI * ((seat - bottom + seats) % seats)) / seats;
  const { x, y } = trickReach(seats, isFlat);
  const down = isFlat && seats > 4 ? Math.sign(Math.cos(turn)) : Math.cos(turn);
  return { x: round(-Math.sin(turn) * x), y: round(down * y) };
}

/** How far the cards of a trick lie from its centre. */
export function trickReach(seats: number, isFlat = false): Offset {
  if (isFlat) return { x: trickReach(seats).x, y: FLAT };
  if (seats <= 2) return { x: 0, y: 0.53 };
  if (seats <= 4) return { x: 0.92, y: 0.5 };
  return { x: 1.4, y: 0.7 };
}

const round = (n: number): number => Math.round(n * 1000) / 1000 + 0;
