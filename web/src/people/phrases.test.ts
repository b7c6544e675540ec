import { expect, test } from "vitest";

import { up, zone } from "../../dev/build";
import { cardsToName, phraseWithBlank } from "./phrases";

test("the cards in sight can be named", () => {
  const cards = ["R1", "R2", "R3"].map((code) => ({ code, name: code, suit: "R", rank: 1 }));
  const zones = [zone("hand-0", "hand", "Hand", [up("R3")], { owner: 0 }), zone("table", "row", "Table", [up("R1")])];
  expect(cardsToName({ seat: 0, zones }, cards).map((card) => card.code)).toEqual(["R3", "R1"]);
  expect(cardsToName({ seat: null, zones: [] }, cards)).toEqual(cards);
  expect(["I have {card}.", "Place {card} next."].map(phraseWithBlank)).toEqual(["I have …", "Place … next."]);
});
