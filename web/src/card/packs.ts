/** How the cards of each pack look, derived from their codes. */

import { SHAPES, type ShapeName } from "./shapes";

/** A symbol: by its name, or the outline of one of a pack of somebody's own, as an SVG path. */
export type Shape = ShapeName | { readonly path: string };

export interface Look {
  index: string;
  shape: Shape | null;
  colour: string; // names the CSS class with its two tones
  court: boolean; // the symbol shows the rank too
  tier: number; // how many of seven bars are filled
  special: "" | "joker" | "zero" | "half" | "fourteen" | "thief";
}

interface Suit {
  shape: Shape;
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

const own = new Map<string, Record<string, Suit>>();

/** The suits of a pack of somebody's own, from "letter|shape|colour;…". */
function ownSuits(deck: string): Record<string, Suit> {
  let suits = own.get(deck);
  if (!suits) {
    suits = {};
    for (const [letter, shape, colour] of deck.split(";").map((one) => one.split("|"))) {
      if (letter && shape && colour) suits[letter] = { shape: shape in SHAPES ? (shape as ShapeName) : { path: shape }, colour };
    }
    own.set(deck, suits);
  }
  return suits;
}

/** The symbol and colour of a suit; null for an unknown deck or letter. */
export function suitOf(deck: string, letter: string): Suit | null {
  const suits = deck === "french" ? FRENCH : deck === "sevendeck" ? SEVENDECK : deck === "suitors" ? SUITORS : ownSuits(deck);
  return suits[letter] ?? null;
}

/** The suits' letters of a pack of somebody's own: they may be longer than one. */
function letterOf(deck: string, code: string): string {
  const letters = Object.keys(ownSuits(deck)).filter((letter) => code.startsWith(letter));
  return letters.reduce((longest, letter) => (letter.length > longest.length ? letter : longest), code.slice(0, 1));
}

/** The suit and the rank in a card's code. Of two cards that are alike, the codes end with "a" and "b"; in a pack of somebody's own there may be more. */
export function partsOf(deck: string, whole: string): { letter: string; rank: string } {
  const code = whole.replace(deck.includes("|") ? /(?<=[A-Z\d])[a-z]$/ : /(?<=[A-Z\d])[ab]$/, "");
  if (deck.includes("|")) {
    const letter = letterOf(deck, code);
    return { letter, rank: code.slice(letter.length) };
  }
  const french = deck === "french";
  return { letter: french ? code.slice(-1) : code.slice(0, 1), rank: french ? code.slice(0, -1) : code.slice(1) };
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
    court: rank !== "" && "JQK".includes(rank),
    tier: deck === "suitors" ? Object.keys(SUITORS).indexOf(letter) + 1 : 0,
  };
}
