/** How large the cards in the middle of the table can be: the largest at which every zone finds its place. */

import { trickReach } from "./seats";
import type { Zone } from "./view";

export const GAP = 8;
export const BETWEEN = 24; // between two zones
export const LINE = 12; // between two lines of zones
export const LABEL = 22; // above a zone
export const CHAIN_STEP = 0.4;
export const ROW_STEP = 0.5; // of a triangle, in card heights
const RATIO = 1.4;

export interface Box {
  width: number;
  height: number;
  columns: number;
}

export interface Fit {
  card: number;
  boxes: Map<string, Box>;
  lines: Zone[][];
}

export interface Room {
  width: number;
  height: number;
  seats: number;
  most: number;
  least: number;
}

export function fit(zones: readonly Zone[], room: Room): Fit {
  for (let card = room.most; ; card -= 2) {
    const boxes = new Map(zones.map((zone) => [zone.id, boxOf(zone, card, room)]));
    const lines = linesOf(zones, boxes, room.width);
    const height = lines.reduce((sum, line) => sum + LINE + Math.max(...line.map((zone) => boxes.get(zone.id)!.height)), -LINE);
    const isIn = height <= room.height && [...boxes.values()].every((box) => box.width <= room.width);
    if (isIn || card <= room.least) return { card, boxes, lines };
  }
}

/** The zones in lines, left to right: in one where they all fit, else chains, and those of a seat, in lines of their own. */
function linesOf(zones: readonly Zone[], boxes: Map<string, Box>, width: number): Zone[][] {
  const widthOf = (line: readonly Zone[]): number => line.reduce((sum, zone) => sum + BETWEEN + boxes.get(zone.id)!.width, -BETWEEN);
  const isChain = (zone: Zone): boolean => zone.kind === "chain";
  if (!zones.some(isChain) && widthOf(zones) <= width) return zones.length > 0 ? [[...zones]] : [];
  const groups: Zone[][] = [];
  for (const zone of zones) {
    const first = groups.at(-1)?.[0];
    if (first && first.owner === zone.owner && isChain(first) === isChain(zone)) groups.at(-1)!.push(zone);
    else groups.push([zone]);
  }
  return groups.flatMap((group) => (isChain(group[0]!) ? evenly(group, (line) => widthOf(line) <= width) : filled(group, (line) => widthOf(line) <= width)));
}

/** In lines as full as they can be. */
function filled(zones: Zone[], fits: (line: Zone[]) => boolean): Zone[][] {
  const lines: Zone[][] = [];
  for (const zone of zones) {
    const line = lines.at(-1);
    if (line && fits([...line, zone])) line.push(zone);
    else lines.push([zone]);
  }
  return lines;
}

/** In as few lines as can be, all of them as long. */
function evenly(zones: Zone[], fits: (line: Zone[]) => boolean): Zone[][] {
  for (let n = 1; ; n++) {
    const each = Math.ceil(zones.length / n);
    const lines = Array.from({ length: Math.ceil(zones.length / each) }, (_, i) => zones.slice(i * each, (i + 1) * each));
    if (each === 1 || lines.every(fits)) return lines;
  }
}

function boxOf(zone: Zone, card: number, room: Room): Box {
  const tall = card * RATIO;
  const n = Math.max(1, zone.faces.length);
  switch (zone.kind) {
    case "trick": {
      const reach = trickReach(room.seats);
      return { width: card * (1 + 2 * reach.x), height: tall * (1 + 2 * reach.y), columns: 1 };
    }
    case "triangle": {
      const rows = Math.max(1, ...zone.faces.map((face) => (face.y ?? 0) + 1));
      return { width: rows * (card + GAP / 2), height: tall * (1 + (rows - 1) * ROW_STEP), columns: rows };
    }
    case "chain": {
      const wanted = card * (1 + (Math.max(n, 6) - 1) * CHAIN_STEP);
      return { width: Math.min(wanted, room.width), height: tall + LABEL, columns: n };
    }
    case "grid":
      return { width: room.width, height: 200, columns: n };
    case "stock":
    case "pile":
      return { width: card, height: tall + LABEL + (zone.note ? LABEL : 0), columns: 1 };
    default: {
      const across = Math.max(1, Math.floor((room.width + GAP) / (card + GAP)));
      const rows = Math.ceil(n / across);
      const columns = Math.ceil(n / rows);
      return { width: columns * (card + GAP) - GAP, height: rows * (tall + GAP) - GAP + LABEL, columns };
    }
  }
}
