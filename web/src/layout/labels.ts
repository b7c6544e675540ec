/** How much room the names above zones take, before anything is measured. */

import type { Zone } from "../protocol/types";

export const LABEL = 22; // above a zone
export const MORE_LINE = 17; // the height of another line of a label
const LETTER = 7; // the usual width of a letter in a label, in pixels
const CHAIN_NOTE = 19; // letters of a note beside a chain's name, for which there is always room: it changes from card to card

/** The width of a text above a zone, which is not measured; size: of text, where 1 is 16 pixels. */
export const widthOfText = (text: string, size: number): number => (text ? Math.ceil(text.length * LETTER * size) + 6 : 0);
/** The lines that it takes. */
export const linesOfText = (text: string, width: number, size: number): number => Math.max(1, Math.ceil(widthOfText(text, size) / Math.max(1, width)));

/** The height of a chain's name with its note, which changes with each card: as high as any needs, where there is room for that. */
export function chainLabel(zone: Zone, width: number, { text: size = 1, titles, tight = false }: { text?: number; titles?: (zone: Zone) => string; tight?: boolean }): number {
  const title = titles?.(zone) ?? zone.label;
  const letters = zone.note ? title.length + 1 + Math.max(zone.note.length, tight ? 0 : CHAIN_NOTE) : title.length;
  return LABEL * size + (linesOfText("·".repeat(letters), width, size) - 1) * MORE_LINE * size;
}
