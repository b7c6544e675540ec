import { describe, expect, test } from "vitest";

import type { GameRecord, ShuffleRecord } from "../protocol/types";
import { newContribution } from "../api/contribution";
import { checkShuffle, commitmentTo, keyOf } from "./verify";
import vectors from "./vectors.json"; // tests/test_shuffle.py holds them against the Python code

const full = vectors[2]!;
const [first, , third] = full.contributions;
const other = "0".repeat(63) + "1";

const record = (shuffle: Partial<ShuffleRecord> | null = {}, seed: number | string = full.key): GameRecord => ({
  format: 2,
  game: "seven_truf",
  options: {},
  players: 6,
  seed,
  limit: 10000,
  moves: [],
  result: null,
  resigned: null,
  rules: "",
  shuffle: shuffle && { commitment: full.commitment, secret: full.secret, contributions: full.contributions, ...shuffle },
});

describe("a verified shuffle", () => {
  test.each(vectors)("gives the same key and commitment as the server", (vector) => {
    expect(commitmentTo(vector.secret)).toBe(vector.commitment);
    expect(keyOf(vector)).toBe(vector.key);
    expect(keyOf({ ...vector, contributions: [...vector.contributions].reverse() })).toBe(vector.key);
    expect(checkShuffle(record(vector, vector.key), null, null).agrees).toBe(true);
  });
  test("is told to whoever saw the commitment and gave randomness", () => {
    const { agrees, sentences } = checkShuffle(record(), full.commitment, third!.random);
    expect(agrees).toBe(true);
    expect(sentences).toHaveLength(3);
    expect(sentences[0]).toMatch(/^The deal was the promised one/);
    expect(sentences.slice(1)).toEqual(["The commitment is the one you were shown.", "Your randomness went in."]);
  });
  test.each([
    ["none", record(null), null, null, /does not say/],
    ["another secret", record({ secret: other }), null, null, /not the SHA-256 of the secret/],
    ["another commitment", record({ commitment: other }), null, null, /not the SHA-256 of the secret/],
    ["another seed", record({}, other), null, null, /give another seed/],
    ["a seed that is a number", record({}, 7), null, null, /give another seed/],
    ["a contribution that was left out", record({ contributions: [first!, third!] }), null, null, /give another seed/],
    ["a contribution of another seat", record({ contributions: [{ ...first!, seat: 1 }] }), null, null, /give another seed/],
    ["two contributions of one seat", record({ contributions: [first!, first!] }), null, null, /order of their seats/],
    ["digits that are none", record({ secret: full.secret.toUpperCase() }), null, null, /64 hexadecimal digits/],
    ["a commitment that was not shown", record(), other, null, /not the one you were shown/],
    ["randomness that did not go in", record(), full.commitment, other, /did not go into/],
  ] as const)("is refused with %s", (_, game, shown, mine, sentence) => {
    const { agrees, sentences } = checkShuffle(game, shown, mine);
    expect(agrees).toBe(false);
    expect(sentences.join(" ")).toMatch(sentence);
  });
  test("gets new randomness from every device", () => {
    expect(newContribution()).toMatch(/^[0-9a-f]{64}$/);
    expect(newContribution()).not.toBe(newContribution());
  });
});
