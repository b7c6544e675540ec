/** How the cards of a column lie: each on the one before it, a strip of which can be seen. */

import type { Face } from "../protocol/types";
import { LEAST_SHOWN } from "./fan";
import { GROWN, RATIO } from "./trick";

const UP = { most: 0.44, least: 0.34 }; // the strip of a card face up, in card widths: its index can be read
const DOWN = { most: 0.2, least: 0.07 }; // and of a card face down
const USUAL = 2.4; // the strips, in card widths, for which there is always space: columns that grow move nothing
export const FEW_STRIPS = 1.5; // and on a small phone, which has no space for more
const TOUCHED_STRIPS = 5; // and the strips that are each as high as a finger needs, in a low window where nothing stands below the columns
const LONG = 5.6; // and for which there is space where nothing else needs it

/** The strips, in card widths, for which there is space in a low window that is touched. */
export const touchedStrips = (card: number): number => Math.max(USUAL, (TOUCHED_STRIPS * LEAST_SHOWN + 3 * DOWN.least * card) / card);

/** The height of the cards with the widest strips, or with the narrowest. */
function heightOf(faces: readonly Face[], card: number, which: "most" | "least"): number {
  return card * (RATIO + faces.slice(0, -1).reduce((sum, face) => sum + strip(face, card)[which] / card, 0));
}

/** What can be seen of a card on which another lies, in pixels. */
function strip(face: Face, card: number): { most: number; least: number } {
  if (face.state !== "up") return { most: DOWN.most * card, least: DOWN.least * card };
  return { most: Math.max(UP.most * card, LEAST_SHOWN), least: UP.least * card };
}

/** The least height at which a column of cards of this width can be read. */
export const leastHeight = (faces: readonly Face[], card: number, strips = USUAL): number => Math.max(card * (RATIO + strips), heightOf(faces, card, "least"));

/** The height beyond which a column is not given more. */
export const mostHeight = (faces: readonly Face[], card: number): number => Math.max(card * (RATIO + LONG), heightOf(faces, card, "most"));

/** Where each card begins, from the top: strips are as wide as the height allows. */
export function columnTops(faces: readonly Face[], card: number, height: number): number[] {
  const [most, least] = [heightOf(faces, card, "most"), heightOf(faces, card, "least")];
  const share = most <= height ? 1 : most === least ? 0 : Math.max(0, (height - least) / (most - least));
  const others = faces.slice(0, -1);
  const [down, up] = [false, true].map((isUp) => others.filter(({ state }) => (state === "up") === isUp).reduce((sum, face) => sum + strip(face, card).most - strip(face, card).least, 0)) as [number, number];
  const more = share * (down + up); // than the narrowest strips have, which those face up get first
  const shareOf = ({ state }: Face): number => (state === "up" ? (up ? Math.min(1, more / up) : 0) : down ? Math.max(0, more - up) / down : 0);
  const shrunk = Math.min(1, (height - card * RATIO) / Math.max(1, least - card * RATIO)); // where not even the narrowest fit
  let top = 0;
  return faces.map((face) => {
    const at = top;
    const { most, least } = strip(face, card);
    top += (least + shareOf(face) * (most - least)) * (share > 0 ? 1 : Math.max(0.2, shrunk));
    return at;
  });
}

/** The size of cards in columns, which become shorter and longer all the time: they grow once it is worth moving all of them. */
export class SettledSize {
  #place = "";
  #card = 0;

  /**
   * The width of cards to lay out.
   *
   * @param place - what they lie in; in another one they are as large as can be
   * @param largest - the largest width that fits
   */
  of(place: string, largest: number): number {
    if (place !== this.#place || largest < this.#card || largest >= this.#card * GROWN) this.#card = largest;
    this.#place = place;
    return this.#card;
  }
}
