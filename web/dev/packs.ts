/** Packs for the mock views, in the shape of GET /api/games. */

import type { CardInfo, GameInfo } from "../src/protocol/types";

type Pack = Pick<GameInfo, "deck" | "cards" | "suits">;

const RANKS: Record<string, string> = {
  "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const FRENCH = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const COLOURS = { R: "red", O: "orange", Y: "yellow", G: "green", B: "blue", I: "indigo", V: "violet" };
const SUITORS = { S: "spades", M: "moons", D: "diamonds", C: "clubs", T: "stars", P: "pyramids", H: "hearts" };

const suitsOf = (names: Record<string, string>): GameInfo["suits"] => Object.entries(names).map(([letter, name]) => ({ letter, name }));
const jokers = (n: number): CardInfo[] => Array.from({ length: n }, (_, i) => ({ code: `X${i + 1}`, name: `joker ${i + 1}`, suit: null, rank: i }));

export const french = (ranks: string): Pack => ({
  deck: "french",
  suits: suitsOf(FRENCH),
  cards: Object.entries(FRENCH).flatMap(([suit, name]) =>
    [...ranks].map((rank, i) => ({ code: rank + suit, name: `${RANKS[rank]} of ${name}`, suit, rank: i })),
  ),
});

export const sevendeck: Pack = {
  deck: "sevendeck",
  suits: suitsOf(COLOURS),
  cards: [
    ...Object.entries(COLOURS).flatMap(([suit, name]) =>
      Array.from({ length: 7 }, (_, i) => ({ code: `${suit}${i + 1}`, name: `${name} ${i + 1}`, suit, rank: i + 1 })),
    ),
    ...jokers(4),
  ],
};

export const suitors: Pack = {
  deck: "suitors",
  suits: suitsOf(SUITORS),
  cards: [
    ...Object.entries(SUITORS).flatMap(([suit, name], k) =>
      Array.from({ length: 7 }, (_, i) => k + 1 + i).flatMap((rank) =>
        (rank === 7 ? ["7a", "7b"] : [String(rank)]).map((code) => ({ code: suit + code, name: `${rank} of ${name}`, suit, rank })),
      ),
    ),
    ...["ZERO", "HALF", "THIEF", "FOURTEEN"].map((code, rank) => ({ code, name: `the ${code.toLowerCase()}`, suit: null, rank })),
  ],
};
