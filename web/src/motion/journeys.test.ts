import { expect, test } from "vitest";

import { flight, news, view } from "../../dev/build";
import { splitAtDeal, journeys, lastMoved, newsSince } from "./journeys";

const played = news(8, "play", "Ada plays red 2.", [flight("R2", "hand-1", "pile")], 1);
const drawn = news(9, "draw", "You draw blue 4.", [flight("B4", "stock", "hand-0")], 0);
const table = (made: number, told = [played, drawn]) => view({ deck: "sevendeck", seats: [], zones: [], made, news: told });

test("only what is newer than the view shown has just happened", () => {
  expect(newsSince(table(7), table(9))).toEqual([played, drawn]);
  expect(newsSince(table(8), table(9))).toEqual([drawn]);
  expect(newsSince(table(9), table(9))).toEqual([]);
});

test("cards go where the news say, seen or not", () => {
  const hidden = news(10, "draw", "Ada draws a card.", [flight(null, "stock", "hand-1")]);
  expect(journeys([played, drawn, hidden])).toEqual([
    { code: "R2", start: "hand-1", end: "pile" },
    { code: "B4", start: "stock", end: "hand-0" },
    { code: null, start: "stock", end: "hand-1" },
  ]);
});

test("a card that goes on at once makes one journey", () => {
  const onward = news(10, "play", "You play blue 4.", [flight("B4", "hand-0", "pile")], 0);
  expect(journeys([drawn, onward])).toEqual([{ code: "B4", start: "stock", end: "pile" }]);
});

test("a pile is shuffled face down", () => {
  expect(journeys([news(9, "reshuffle", "", [flight("R1", "pile", "stock")])])).toEqual([{ code: null, start: "pile", end: "stock" }]);
});

test("news part where cards are dealt", () => {
  const [trick, deal] = [news(8, "trick", "Ada takes the trick.", [], 1), news(8, "deal", "Deal 2.", [], 2)];
  expect(splitAtDeal([played, trick, deal, drawn])).toEqual({ played: [played, trick], deal, after: [drawn], tookTrick: trick });
  expect(splitAtDeal([played])).toEqual({ played: [played], deal: null, after: [], tookTrick: null });
});

test("the cards of the latest move are known, whoever made it, and none after a bid", () => {
  const move = { ...played, is_move: true };
  expect([...lastMoved(table(9, [move, drawn]))]).toEqual(["R2", "B4"]);
  expect([...lastMoved(table(10, [move, drawn, news(10, "bid", "Ada bids 1.", [], 1, { is_move: true })]))]).toEqual([]);
  expect([...lastMoved(table(0, []))]).toEqual([]);
});
