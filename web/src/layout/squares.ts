/** The free squares of a grid beside its cards, which a view lists only where its player may lay a card. */

import type { Face, Zone } from "../protocol/types";

/** The squares around one, and where it lies seen from a card there. */
const AROUND = [
  [1, 0, "left of"],
  [-1, 0, "right of"],
  [0, 1, "above"],
  [0, -1, "below"],
] as const;

export interface Square {
  x: number;
  y: number;
}

/** The free squares beside the cards of a grid. */
export function freeSquares(zone: Zone): Square[] {
  if (zone.kind !== "grid") return [];
  const beside = zone.faces.filter(isCard).flatMap(({ x, y }) => AROUND.map(([dx, dy]) => ({ x: x! - dx, y: y! - dy })));
  const found = new Map(beside.map((square) => [keyOf(square), square]));
  return [...found.values()].filter((square) => !zone.faces.some((face) => isCard(face) && isAt(face, square)));
}

/** A grid with these squares after those that it lists, named by what lies beside them. */
export function withSquares(zone: Zone, squares: readonly Square[], named: (code: string) => string): Zone {
  const missing = squares.filter((square) => !zone.faces.some((face) => isAt(face, square)));
  if (missing.length === 0) return zone;
  return { ...zone, faces: [...zone.faces, ...missing.map((square) => emptyFace(zone, square, named))] };
}

function emptyFace(zone: Zone, { x, y }: Square, named: (code: string) => string): Face {
  const words = AROUND.flatMap(([dx, dy, where]) => {
    const card = zone.faces.find((face) => isCard(face) && isAt(face, { x: x + dx, y: y + dy }));
    return card?.code ? [`${where} ${named(card.code)}`] : [];
  });
  return { state: "empty", code: null, seat: null, x, y, mark: "", note: "", why: "", like: null, place: words.join(" and ") };
}

const keyOf = ({ x, y }: Square): string => `${x} ${y}`;
const isCard = (face: Face): boolean => face.state !== "empty" && face.x !== null && face.y !== null;
const isAt = (face: Face, { x, y }: Square): boolean => face.x === x && face.y === y;
