/** The largest card size at which all zones fit into the middle of the table. */

import { leastHeight, mostHeight, touchedStrips } from "./column";
import { fan, LEAST_SHOWN } from "./fan";
import { chainLabel, LABEL, linesOfText, MORE_LINE, widthOfText } from "./labels";
import { RATIO, trickSize } from "./trick";
import type { Zone } from "../protocol/types";

export const GAP = 8;
export const BETWEEN = 24; // between two zones
export const LINE = 12; // between two lines of zones
export const EYE = 13; // beside the name of a pile, which leads to what lies beneath: what it needs more than is left for a text
const SIGN = 20; // beside a name that tells more on request
export const CHAIN_STEP = 0.4;
const DIGIT_STEP = 0.34; // shows an index of one digit
const LAID_STEP = 0.5; // shows an index of two digits
const LAID_CARDS = 6; // that are laid down, for which room is left where others lie beside them
const TURNED_CARDS = 2; // that are turned up in a row, for which room is left: one may lie there longer than usual
const MOST_LINKS = 9; // of a chain, after its first card, for which room is left where there is any
export const ROW_STEP = 0.5; // of a triangle, in card heights
export const TOUCHED = 44; // pixels: the size of a card that a finger finds, and the least distance between the middles of two
const LEVEL = 0.8; // the size of places in one line, compared with several
const CLOSE = { between: 6, links: [5, 3] }; // of chains that are put together before anything is cut, the shorter ones more beside a long one
export const LONG_NOTE = 40; // longer notes are folded where there is little space
export const SHORT_NOTE = 24; // and these in a low window

export interface Box {
  width: number;
  height: number;
  columns: number; // 0: its cards overlap in one row
  folded: boolean; // its note is shown on request
  over?: number; // the height of its name, if it is to be kept whatever stands there
  cards?: number; // the height of a column's cards, without its note
  gap?: number; // between cells so small that fingers touch what is between them, too
  plain?: boolean; // a pile's name alone leads to what lies beneath, without the sign of it
  flat?: boolean; // a trick whose cards lie in two lines that overlap
  words?: boolean; // a pile's name has as many lines as it needs to be no wider than its longest word
}

export interface Fit {
  card: number;
  boxes: Map<string, Box>;
  lines: Zone[][];
  between?: number; // two zones of a line, if they stand closer than usual
  beside?: Zone[][]; // lines of what stands left of the columns
}

export interface Space {
  width: number;
  height: number;
  seats: number;
  most: number;
  least: number;
  between?: number; // two zones of a line
  share?: number; // of the width that overlapping cards may use
  folds?: number | undefined; // notes of more letters do not fit beside cards
  bare?: boolean; // zones have no names, except piles that can be looked through: their name is the button that opens them
  text?: number; // the size of text, where 1 is 16 pixels
  pitch?: number; // from one column or place to the next, at least
  strips?: number | undefined; // of a column, for which there is always space, in card widths
  links?: number; // the cards of a chain for which there is always room, and more where there is more; 6 by default
  flat?: boolean; // wider than high: chains share a line with other zones
  rooms?: ReadonlyMap<string, number> | undefined; // by row, the number of cards that it keeps room for: nothing beside it moves when it holds fewer
  spread?: ReadonlySet<string>; // the rows that contain choices, whose cards lie side by side
  titles?: (zone: Zone) => string; // the title above a zone
  close?: boolean; // chains stand and lie as close as can be read
  tight?: boolean; // and there is no room for longer notes than theirs
  scrolls?: boolean; // what does not fit is scrolled to, so that room for longer notes is not given up
  plain?: boolean; // there is no room for signs beside the names of piles
  words?: boolean; // each line of a pile's name has room for one word
  level?: boolean; // places stand in one line
}

/** Whether the cards of a row overlap: nobody can choose them now. */
const overlaps = (zone: Zone, space: Space): boolean => zone.kind === "row" && zone.purpose === "laid" && !space.spread?.has(zone.id);

/**
 * The cards for which rows keep room: the most that each has held, and several where cards are laid down one after the other or may stay where they were turned up.
 *
 * @param zones - what lies in the middle; a row that lies there alone moves nothing
 * @param before - the cards for which there was room before
 * @param isNarrow - whether there is no width for cards that may never come
 */
export function keptRooms(zones: readonly Zone[], before: ReadonlyMap<string, number> = new Map(), isNarrow = false): Map<string, number> {
  const rows = zones.length > 1 ? zones.filter(({ kind }) => kind === "row") : [];
  const isAmongPiles = zones.every(({ kind }) => kind !== "trick" && kind !== "grid"); // which need the width
  const least = ({ purpose }: Zone): number => (purpose === "laid" && isAmongPiles ? LAID_CARDS : purpose === "turn-up" && !isNarrow ? TURNED_CARDS : 0);
  return new Map(rows.map((zone) => [zone.id, Math.max(least(zone), zone.faces.length, before.get(zone.id) ?? 0)]));
}

/** From one card to the next where they overlap for good: each can be read, and aimed at with a mouse. */
export const laidStep = (card: number): number => Math.max(LEAST_SHOWN, card * LAID_STEP);

/** The largest cards with which all zones fit. Places stand in one line rather than in two, where that makes them little smaller. */
export function fit(zones: readonly Zone[], space: Space): Fit {
  const folded = largest(zones, space);
  const isTouched = folded.card * RATIO >= TOUCHED;
  const plain = isTouched || space.plain || !space.flat || !zones.some(mayBeSeenThrough) ? null : largest(zones, { ...space, plain: true });
  if (plain && plain.card > folded.card) return plain; // no sign beside a name is worth cards that a finger misses
  const abreast = besideColumns(zones, space);
  if (abreast && abreast.card >= folded.card) return abreast;
  if (!zones.some((zone) => hasLines(zone, folded.boxes.get(zone.id)!))) return folded;
  const level = largest(zones, { ...space, level: true });
  return level.card >= folded.card * LEVEL && [...level.boxes.values()].every(({ width }) => width <= space.width) ? level : folded;
}

/** Whether places stand in several lines. */
const hasLines = ({ kind, faces }: Zone, { columns }: Box): boolean => kind === "cells" && columns < faces.length;

function largest(zones: readonly Zone[], space: Space): Fit {
  for (let card = space.most; ; card -= 2) {
    const boxes = new Map(zones.map((zone) => [zone.id, boxOf(zone, card, space)]));
    const ways = [linesOf(zones, boxes, space)];
    if (zones.some(isColumn)) ways[space.flat ? "unshift" : "push"](inOneLine(zones, boxes, space));
    const isNarrow = [...boxes.values()].every((box) => box.width <= space.width);
    const found = ways.find((way) => isNarrow && way.length > 0 && heightOf(way, boxes) <= space.height && areTogether(way));
    if (!found && card <= space.least && !space.plain && zones.some(mayBeSeenThrough)) return largest(zones, { ...space, plain: true });
    if (!found && card <= space.least && keepsRoom(space)) return largest(zones, { ...space, most: space.least, rooms: undefined, strips: space.flat ? 0 : space.strips });
    const lines = found ?? (card <= space.least ? lowest(ways, boxes) : undefined);
    if (!lines) continue;
    if (!found && !space.close && zones.some(({ kind }) => kind === "chain")) {
      const together = CLOSE.links.map((links) => fit(zones, { ...space, close: true, between: Math.min(CLOSE.between, space.between ?? BETWEEN), links }));
      const closer = together.reduce((best, one) => (one.lines.length < best.lines.length ? one : best));
      if (fittedHeight(closer) < heightOf(lines, boxes)) return { ...closer, between: CLOSE.between };
    }
    if (!found && space.close && !space.tight && !space.scrolls) return largest(zones, { ...space, tight: true });
    if (zones.some(isColumn)) lengthen(lines, boxes, card, space);
    if (space.links) for (const line of lines.filter((line) => line.some(isChain) && (space.flat || line.every(isChain)))) widen(line, lines, boxes, card, space);
    return { card, boxes, lines };
  }
}

/** In a low window: columns that are nobody's, which need the height, and left of them the other zones in two lines; null if they do not fit. */
function besideColumns(zones: readonly Zone[], spaceOfLines: Space): Fit | null {
  const space = { ...spaceOfLines, pitch: TOUCHED };
  const [columns, others] = [zones.filter(isColumn), zones.filter((zone) => !isColumn(zone))];
  if (!space.flat || !columns.length || others.length < 2 || columns.some(({ owner }) => owner !== null)) return null;
  for (let card = space.most; card >= space.least; card -= 2) {
    const boxes = new Map(zones.map((zone) => [zone.id, boxOf(zone, card, { ...space, strips: touchedStrips(card) })]));
    if (heightOf([columns], boxes) > space.height) continue;
    const left = space.width - widthOf(columns, boxes, space) - (space.between ?? BETWEEN);
    const across = (way: readonly Zone[][]): number => Math.max(...way.map((line) => widthOf(line, boxes, space)));
    const ways = others.slice(1).map((_, i) => [others.slice(0, i + 1), others.slice(i + 1)]);
    const beside = ways.reduce((best, way) => (across(way) < across(best) ? way : best)); // the narrowest
    if (across(beside) > left || heightOf(beside, boxes) > space.height) continue;
    lengthen([columns], boxes, card, space);
    return { card, boxes, lines: [columns], beside };
  }
  return null;
}

/** Between two columns of cards of a width: they stand closer than other zones, but not closer than a finger can tell them apart. */
export const columnGap = (card: number, between = BETWEEN, pitch = 0): number => Math.max(Math.round(between * 0.4), pitch - card);

const isColumn = (zone: Zone): boolean => zone.kind === "column";
const isChain = (zone: Zone): boolean => zone.kind === "chain";

const heightOf = (lines: readonly Zone[][], boxes: Map<string, Box>): number =>
  lines.reduce((sum, line) => sum + LINE + Math.max(...line.map((zone) => boxes.get(zone.id)!.height)), -LINE);

/** Whether there is room for cards that may come, which is given up before something is cut. */
const keepsRoom = ({ rooms, strips, flat }: Space): boolean => !!rooms || (!!flat && strips !== 0);

/** The lowest of several ways, the first of which there always is. */
function lowest(ways: readonly Zone[][][], boxes: Map<string, Box>): Zone[][] {
  return ways.filter((way) => way.length > 0).sort((a, b) => heightOf(a, boxes) - heightOf(b, boxes))[0] ?? [];
}

/** How high what was fitted is. */
export const fittedHeight = ({ lines, boxes, beside = [] }: Fit): number => Math.max(heightOf(lines, boxes), heightOf(beside, boxes));

/** Whether the columns of each owner stand in one line. */
function areTogether(lines: readonly Zone[][]): boolean {
  const owners = lines.flatMap((line) => [...new Set(line.filter(isColumn).map(({ owner }) => owner))]);
  return owners.length === new Set(owners).size;
}

/** All zones in one line, if there is the width; no lines otherwise. */
function inOneLine(zones: readonly Zone[], boxes: Map<string, Box>, space: Space): Zone[][] {
  return widthOf(zones, boxes, space) <= space.width ? [[...zones]] : [];
}

/** Give the chains of a line equal room for as many cards as the width allows, so that none moves when another grows. */
function widen(line: readonly Zone[], lines: readonly Zone[][], boxes: Map<string, Box>, card: number, space: Space): void {
  const { width, between = BETWEEN } = space;
  const chains = line.filter(isChain);
  const others = line.filter((zone) => !isChain(zone)).reduce((sum, { id }) => sum + boxes.get(id)!.width + between, 0); // in a low window
  const across = Math.max(chains.length, ...lines.filter((other) => other.every(isChain) && other[0]!.owner === chains[0]!.owner).map(({ length }) => length));
  /** Widths are measured in whole pixels, and may be a little less. */
  const each = Math.min(Math.floor((width - 1 - others - between * (across - 1)) / across), card * (1 + MOST_LINKS * CHAIN_STEP));
  if (chains.some((zone) => boxes.get(zone.id)!.width > each)) return;
  for (const zone of chains) Object.assign(boxes.get(zone.id)!, { width: each, over: chainLabel(zone, each, space) });
}

/** Give the height that is left to the columns. */
function lengthen(lines: readonly Zone[][], boxes: Map<string, Box>, card: number, space: Space): void {
  const columnLines = lines.filter((line) => line.some(isColumn));
  const left = Math.max(0, space.height - heightOf(lines, boxes)) / columnLines.length;
  for (const line of columnLines) {
    const height = Math.max(...line.map((zone) => boxes.get(zone.id)!.height)) + left;
    for (const zone of line.filter(isColumn)) {
      const box = boxes.get(zone.id)!;
      const over = box.height - box.cards!;
      box.cards = Math.min(height - over, Math.max(...line.filter(isColumn).map(({ faces }) => mostHeight(faces, card))));
      box.height = box.cards + over;
    }
  }
}

/** The size of the page's text, where 1 is 16 pixels: larger on a very large screen, and where a reader asked for it. */
export const textSize = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** The zones in lines: in one if all fit, otherwise with separate lines for chains and for each seat. */
function linesOf(zones: readonly Zone[], boxes: Map<string, Box>, space: Space): Zone[][] {
  const { width, flat = false } = space;
  const fits = (line: readonly Zone[]): boolean => widthOf(line, boxes, space) <= width;
  if (zones.some(isColumn)) {
    const others = zones.filter((zone) => !isColumn(zone));
    const columns = zones.filter(isColumn);
    const owners = [...new Set(columns.map(({ owner }) => owner))];
    return [...filled(others, fits), ...owners.flatMap((owner) => filled(columns.filter((zone) => zone.owner === owner), fits))];
  }
  if ((flat || !zones.some(isChain)) && fits(zones)) return zones.length > 0 ? [[...zones]] : [];
  const groups: Zone[][] = [];
  for (const zone of flat ? [...zones.filter(isChain), ...zones.filter((zone) => !isChain(zone))] : zones) {
    const first = groups.at(-1)?.[0];
    if (first && (flat || first.owner === zone.owner) && isChain(first) === isChain(zone)) groups.at(-1)!.push(zone);
    else groups.push([zone]);
  }
  return groups.flatMap((group) => (isChain(group[0]!) ? evenly(group, fits) : filled(group, fits)));
}

/** The width of a line. */
function widthOf(line: readonly Zone[], boxes: Map<string, Box>, { between = BETWEEN, pitch }: Space): number {
  return line.reduce((sum, zone, i) => sum + boxes.get(zone.id)!.width + (i === 0 ? 0 : isColumn(zone) && isColumn(line[i - 1]!) ? columnGap(boxes.get(zone.id)!.width, between, pitch) : between), 0);
}

const isPile = ({ kind }: Zone): boolean => kind === "stock" || kind === "pile";

/** Fills each line before the next; but a pile does not stand alone below others that share a line with something else. */
function filled(zones: Zone[], fits: (line: Zone[]) => boolean): Zone[][] {
  const lines: Zone[][] = [];
  for (const zone of zones) {
    const line = lines.at(-1);
    if (line && fits([...line, zone])) line.push(zone);
    else lines.push([zone]);
  }
  const [before, last] = [lines.at(-2), lines.at(-1)];
  if (!before || last!.length > 1 || !isPile(last![0]!)) return lines;
  const mates = before.slice(before.findLastIndex((zone) => !isPile(zone)) + 1);
  if (!mates.length || mates.length === before.length || !fits([...mates, ...last!])) return lines;
  return [...lines.slice(0, -2), before.slice(0, -mates.length), [...mates, ...last!]];
}

/** Divides zones evenly among as few lines as possible. */
function evenly(zones: Zone[], fits: (line: Zone[]) => boolean): Zone[][] {
  for (let n = 1; ; n++) {
    const each = Math.ceil(zones.length / n);
    const lines = Array.from({ length: Math.ceil(zones.length / each) }, (_, i) => zones.slice(i * each, (i + 1) * each));
    if (each === 1 || lines.every(fits)) return lines;
  }
}

/** Whether a pile may be one that players look through; it has its room before anything lies beneath it, so that nothing moves then. */
const mayBeSeenThrough = ({ kind, purpose }: Zone): boolean => kind === "pile" && purpose !== "turn-up";

function boxOf(zone: Zone, card: number, space: Space): Box {
  const tall = card * RATIO;
  const size = space.text ?? 1;
  const [labelHeight, moreLine] = [LABEL * size, MORE_LINE * size];
  const textWidth = (text: string): number => widthOfText(text, size);
  const linesFor = (text: string, width: number): number => linesOfText(text, width, size);
  const n = Math.max(1, zone.faces.length, space.rooms?.get(zone.id) ?? 0);
  const folded = zone.note.length > (space.folds ?? Infinity) && zone.beneath.length === 0; // a pile shows its note when it is opened
  const isBare = !!space.bare && !mayBeSeenThrough(zone); // its label is the button to look through it
  const title = isBare ? "" : (space.titles?.(zone) ?? zone.label);
  const note = isBare ? "" : zone.note;
  const label = note && !folded ? `${title} ${note}` : title;
  const over = (width: number): number => (isBare ? 0 : labelHeight + (linesFor(label, width) - 1) * moreLine); // the label's height
  if (overlaps(zone, space)) {
    const cards = card + (n - 1) * laidStep(card);
    const most = space.width * (space.share ?? 1);
    if (cards > most && card > space.least) return { width: Infinity, height: tall, columns: 0, folded };
    const width = Math.min(Math.max(textWidth(label) + (folded ? SIGN : 0), cards), most);
    return { width, height: tall + (folded ? labelHeight : over(width)), columns: 0, folded };
  }
  switch (zone.kind) {
    case "trick": {
      return { ...trickSize(card, space.seats), columns: 1, folded };
    }
    case "triangle": {
      const rows = Math.max(1, ...zone.faces.map((face) => (face.y ?? 0) + 1));
      return { width: rows * (card + GAP / 2), height: tall * (1 + (rows - 1) * ROW_STEP), columns: rows, folded };
    }
    case "chain": {
      // Room for some cards; more of them overlap further as long as each can be read, so that nothing beside them moves.
      const least = card + (n - 1) * (space.close ? card * DIGIT_STEP : Math.min(Math.max(LEAST_SHOWN, card * DIGIT_STEP), card * CHAIN_STEP));
      const width = Math.min(Math.max(card * (1 + ((space.links ?? 6) - 1) * CHAIN_STEP), least), space.width);
      const label = isBare ? 0 : chainLabel(zone, width, space);
      return { width, height: tall + label, columns: n, folded, over: label };
    }
    case "column": {
      const cards = leastHeight(zone.faces, card, space.strips);
      const value = note || zone.owner !== null ? labelHeight : 0; // that of a player's column stands above it: there is room for it before it is worth anything
      return { width: card, height: cards + value, columns: 1, folded: false, cards };
    }
    case "grid":
      return { width: space.width, height: 200, columns: n, folded };
    case "stock":
    case "pile": {
      const written = space.words ? title.split(" ").reduce((longest, word) => (word.length > longest.length ? word : longest)) : title;
      const name = textWidth(written) + (folded ? SIGN : mayBeSeenThrough(zone) && !space.plain ? EYE : 0);
      const width = Math.min(Math.max(card, name, folded ? 0 : Math.min(textWidth(note), 100 * size)), Math.max(card, space.width));
      const below = note && !folded ? labelHeight + (linesFor(note, width) - 1) * moreLine : 0;
      return { width, height: tall + (space.words ? over(width) : isBare ? 0 : labelHeight) + below, columns: 1, folded: folded && !isBare, plain: !!space.plain, ...(space.words && { words: true }) };
    }
    default: {
      const gap = zone.kind === "cells" ? Math.max(GAP, (space.pitch ?? 0) - card) : GAP;
      const across = Math.max(1, Math.floor((space.width + gap) / (card + gap)));
      const rows = zone.kind === "hand" ? fan(n, space.width, card).rows.length : Math.ceil(n / across);
      if (space.level && zone.kind === "cells" && rows > 1 && card > space.least) return { width: Infinity, height: tall, columns: n, folded };
      const columns = Math.ceil(n / rows);
      const cards = columns * (card + gap) - gap;
      const least = zone.kind === "hand" ? card : cards; // the cards of a hand may overlap
      const width = Math.max(least, Math.min(Math.max(cards, textWidth(title)), space.width));
      return { width, height: rows * (tall + GAP) - GAP + over(width), columns, folded, ...(zone.kind === "cells" && card < Math.max(space.pitch ?? 0, TOUCHED) && { gap }) };
    }
  }
}
