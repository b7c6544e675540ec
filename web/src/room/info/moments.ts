/** The moments of a game that a designer can go back to. */

import type { ReplayStep } from "../../protocol/types";

const LONGEST = 70; // characters, in a list

/** A moment, by what happened just before it: "12: Bo plays red 7." */
export function momentText({ made, text }: ReplayStep): string {
  if (made === 0) return "The beginning";
  const told = text || `after ${made} actions`;
  return `${made}: ${told.length > LONGEST ? `…${told.slice(1 - LONGEST)}` : told}`;
}
