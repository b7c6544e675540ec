/** How the cards of each pack look, derived from their codes. */

import type { ShapeName } from "./shapes";

export interface Look {
  index: string;
  shape: ShapeName | null;
  colour: string; // names the CSS class with its two tones
  court: boolean; // the symbol shows the rank too
  tier: number; // how many of seven bars are filled
  special: "" | "joker" | "zero" | "half" | "fourteen" | "thief";
}

interface Suit {
  shape: ShapeName;
  colour: string;
}

const FRENCH: Record<string, Suit> = {
  S: { shape: "spade", colour: "black" },
  H: { shape: "heart", colour: "red" },
  D: { shape: "diamond", colour: "blue" },
  C: { shape: "club", colour: "green" },
};

const SEVENDECK: Record<string, Suit> = {
  R: { shape: "cherry", colour: "red" },
  O: { shape: "fire", colour: "orange" },
  Y: { shape: "lemon", colour: "yellow" },
  G: { shape: "leaf", colour: "green" },
  B: { shape: "kite", colour: "blue" },
  I: { shape: "gem", colour: "indigo" },
  V: { shape: "violet", colour: "violet" },
};

const SUITORS: Record<string, Suit> = {
  S: { shape: "spade", colour: "black" },
  M: { shape: "moon", colour: "violet" },
  D: { shape: "diamond", colour: "blue" },
  C: { shape: "club", colour: "green" },
  T: { shape: "star", colour: "yellow" },
  P: { shape: "pyramid", colour: "orange" },
  H: { shape: "heart", colour: "red" },
};

const plain: Look = { index: "", shape: null, colour: "black", court: false, tier: 0, special: "" };

const SPECIALS: Record<string, Look> = {
  ZERO: { ...plain, index: "0", special: "zero" },
  HALF: { ...plain, index: "½", special: "half" },
  THIEF: { ...plain, index: "T", shape: "thief", special: "thief" },
  FOURTEEN: { ...plain, index: "14", special: "fourteen" },
};

/** The symbol and colour of a suit; null for an unknown deck or letter. */
export function suitOf(deck: string, letter: string): Suit | null {
  const suits = deck === "french" ? FRENCH : deck === "sevendeck" ? SEVENDECK : deck === "suitors" ? SUITORS : {};
  return (suits as Record<string, Suit>)[letter] ?? null;
}

/** The suit and the rank in a card's code. */
export function partsOf(deck: string, code: string): { letter: string; rank: string } {
  const french = deck === "french";
  return { letter: french ? code.slice(-1) : code.slice(0, 1), rank: french ? code.slice(0, -1) : code.slice(1).replace(/[ab]$/, "") };
}

/** How a card is drawn; an unknown code gives a plain card that shows the code. */
export function lookOf(deck: string, code: string): Look {
  const special = SPECIALS[code];
  if (special) return special;
  if (/^X\d$/.test(code)) return { ...plain, index: "★", special: "joker" };
  const { letter, rank } = partsOf(deck, code);
  const suit = suitOf(deck, letter);
  if (!suit) return { ...plain, index: code };
  return {
    ...plain,
    index: rank === "T" ? "10" : rank,
    shape: suit.shape,
    colour: suit.colour,
    court: "JQK".includes(rank),
    tier: deck === "suitors" ? Object.keys(SUITORS).indexOf(letter) + 1 : 0,
  };
}
