// Verifies shuffles as described in docs/study/chance.md: the same check of the deal as `sevenfold verify`.
//
// Loaded on demand. SHA-256 comes from a library, because browsers offer no WebCrypto over plain HTTP, as in a home network.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { GameRecord, ShuffleRecord } from "../protocol/types";

/** The result of a check: whether everything agrees, and sentences about it. */
export interface ShuffleCheck {
  agrees: boolean;
  sentences: string[];
}

const HEX = /^[0-9a-f]{64}$/;
const BROKEN = "The deal was not the promised one:";

/** The commitment to a secret: the SHA-256 of its bytes. */
export const commitmentTo = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The seed that a shuffle gives: the SHA-256 of its lines. */
export function keyOf({ secret, contributions }: Omit<ShuffleRecord, "commitment">): string {
  const given = [...contributions].sort((a, b) => a.seat - b.seat).map(({ seat, random }) => `seat ${seat} ${random}`);
  return bytesToHex(sha256(utf8ToBytes(["sevenfold shuffle 1", `secret ${secret}`, ...given, ""].join("\n"))));
}

/**
 * Check that a record's seed comes from the shuffle that was promised.
 * shown: the commitment shown to this page before the deal, or null. mine: its contribution, or null.
 */
export function checkShuffle(record: GameRecord, shown: string | null, mine: string | null): ShuffleCheck {
  const shuffle = record.shuffle;
  if (!shuffle) return wrong("The record does not say how the deal was made.");
  const { commitment, secret, contributions } = shuffle;
  if (![commitment, secret, ...contributions.map(({ random }) => random)].every((digits) => HEX.test(digits)))
    return wrong("The record's shuffle is damaged: it holds something other than 64 hexadecimal digits.");
  const seats = contributions.map(({ seat }) => seat);
  if (seats.some((seat, i) => i > 0 && seat <= seats[i - 1]!))
    return wrong("The record's shuffle is damaged: its contributions are not in the order of their seats, one a seat.");
  if (commitment !== commitmentTo(secret)) return wrong(`${BROKEN} the commitment is not the SHA-256 of the secret.`);
  if (digits(record.seed) !== keyOf(shuffle)) return wrong(`${BROKEN} the secret and the contributions give another seed.`);
  if (shown !== null && shown !== commitment) return wrong(`${BROKEN} the commitment in the record is not the one you were shown.`);
  const giver = contributions.find(({ random }) => random === mine);
  if (mine !== null && !giver) return wrong("Your randomness did not go into the deal.");
  const sentences = ["The deal was the promised one: the commitment is the SHA-256 of the secret, and the seed comes from it."];
  if (shown !== null) sentences.push("The commitment is the one you were shown.");
  if (giver) sentences.push("Your randomness went in.");
  return { agrees: true, sentences };
}

const wrong = (sentence: string): ShuffleCheck => ({ agrees: false, sentences: [sentence] });

/** A seed as 64 hexadecimal digits. */
const digits = (seed: number | string): string => (typeof seed === "string" ? seed : BigInt(seed).toString(16).padStart(64, "0"));
