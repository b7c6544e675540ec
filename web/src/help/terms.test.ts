import { expect, test } from "vitest";

import { explained, splitRules } from "./terms";

const term = (name: string) => ({ term: name, about: `what ${name} means.` });
const terms = ["Couple", "Penalty", "Special card", "Card", "Match", "Marriage"].map(term);
const found = (text: string): string[] => explained(text, terms).filter((part) => part.term).map((part) => `${part.text}=${part.term!.term}`);

test("a sentence stays as it was", () => {
  for (const text of ["Couple two chains, then couple again.", "Nothing here.", ""]) {
    expect(explained(text, terms).map(({ text, after = "" }) => text + after).join("")).toBe(text);
  }
});

test("terms are found in all their forms, and once each", () => {
  expect(found("Coupling, coupled: couples.")).toEqual(["Coupling=Couple"]);
  expect(found("Two penalties.")).toEqual(["penalties=Penalty"]);
  expect(found("It matches a marriage; they matched marriages.")).toEqual(["matches=Match", "marriage=Marriage"]);
});

test("the longer term is meant, and no part of another word", () => {
  expect(found("Play a special card.")).toEqual(["special card=Special card"]);
  expect(found("A cardinal discards.")).toEqual([]);
});

test("punctuation stays with the term before it", () => {
  const parts = explained("To this marriage: follow, or couple.", terms).map(({ text, after }) => [text, after]);
  expect(parts).toEqual([["To this ", undefined], ["marriage", ":"], [" follow, or ", undefined], ["couple", "."]]);
});

test("without terms there is one part", () => {
  expect(explained("Play a card.", [])).toEqual([{ text: "Play a card.", term: null }]);
});

test("a sentence is split at its rules", () => {
  expect(splitRules("Follow moons (SUITORS-5).")).toEqual(["Follow moons (", "SUITORS-5", ")."]);
});
