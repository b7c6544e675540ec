import { expect, test } from "vitest";

import { fact, hidden, seat, track, up, view, zone } from "../../../dev/build";
import { signsOf } from "./signs";

const SUITS = [{ letter: "S", name: "spades" }];
const TERMS = [{ term: "penalty", about: "Its cards cost points." }, { term: "poverty", about: "No penalty cards taken." }];

const texts = (parts: ReturnType<typeof signsOf>): Record<string, string[]> => Object.fromEntries(parts.map(({ title, signs }) => [title, signs.map(({ text }) => text)]));

test("what is to be seen is explained in the game's own words, and nothing else", () => {
  const seen = view({
    deck: "french",
    facts: [
      fact("role-penalty", "Penalty", "spades", { suit: "S", badge: "penalty" }),
      fact("role-reverse", "Reverse", "open", { badge: "reverse" }),
      fact("led", "Follow", "clubs", { suit: "C" }),
    ],
    tracks: [track("married", "Marriages", 1, 2, { steps: [{ text: "spades: married", suit: "S", state: "full" }, { text: "hearts: one seven", suit: "H", state: "half" }] })],
    seats: [
      seat(0, "You", { side: 0, is_dealer: true, badges: ["poverty"], lines: [{ label: "Won", value: "1", of: 2 }] }),
      seat(1, "Bo", { side: 1 }), seat(2, "Cleo", { side: 0 }), seat(3, "Dov", { side: 1 }),
    ],
    zones: [zone("trick", "trick", "Trick", [up("AS", { mark: "winning" }), up("2S", { note: "×2" })]), hidden(1, 3)],
  });
  expect(texts(signsOf(seen, SUITS, TERMS))).toEqual({
    "On the cards": ["Penalty: spades – Its cards cost points.", "wins the trick so far", "can be played or chosen", "what a hint advises", "has just been moved", "2 cards lie on one another"],
    "At the players": [
      "dealt this deal", "You and Cleo play together", "Bo and Dov play together",
      "won: filled as far as it has come, red beyond what was aimed at", "No penalty cards taken.",
    ],
    "How far it has come": ["hearts: one seven", "spades: married"],
    Suits: ["spades"],
  });
});

test("whoever looks on is not told what they might play", () => {
  const seen = view({ deck: "french", seat: null, seats: [seat(0, "Ada")], zones: [] });
  expect(texts(signsOf(seen, [], []))).toEqual({ "On the cards": ["has just been moved"] });
});
