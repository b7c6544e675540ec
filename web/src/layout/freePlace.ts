/** Where a popup covers nothing: as near as possible to where it would stand by itself. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const STEP = 16; // pixels between two places that are tried
const WEIGHT = 8; // by which it is worse to cover what is above all else: other things lie in each other, and are counted as often
const GAP = 4; // pixels between the popup and what it must not cover

const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a.left + a.width, b.left + b.width + GAP) - Math.max(a.left, b.left - GAP);
  const along = Math.min(a.top + a.height, b.top + b.height + GAP) - Math.max(a.top, b.top - GAP);
  return across > 0 && along > 0 ? across * along : 0;
};

/** The positions to try along one axis: the wanted one, and a row of others inside the area. */
function positions(wanted: number, size: number, start: number, length: number): number[] {
  const last = start + Math.max(0, length - size);
  const inside = Math.min(Math.max(wanted, start), last);
  const row = Array.from({ length: Math.floor((last - start) / STEP) + 1 }, (_, i) => start + i * STEP);
  return [inside, ...row, last];
}

/**
 * The place inside an area in which a box covers least of the others; of several, the nearest to where it is now.
 *
 * @param box - where it stands by itself
 * @param area - what it must not leave
 * @param others - what it is to cover as little of as can be
 * @param above - what it covers only where there is no other way at all, as what is said by somebody else
 * @returns its place, and how much it covers there
 */
export function freePlace(box: Box, area: Box, others: readonly Box[], above: readonly Box[] = []): { left: number; top: number; covered: number } {
  let best = { left: box.left, top: box.top, covered: Infinity };
  let distance = Infinity;
  /** How much a place covers, or more than the best covers as soon as that is clear. */
  const coveredBy = (moved: Box): number => {
    let covered = above.reduce((sum, other) => sum + WEIGHT * overlap(moved, other), 0);
    for (const other of others) {
      covered += overlap(moved, other);
      if (covered > best.covered) break;
    }
    return covered;
  };
  for (const top of positions(box.top, box.height, area.top, area.height)) {
    for (const left of positions(box.left, box.width, area.left, area.width)) {
      const way = Math.abs(left - box.left) + Math.abs(top - box.top);
      if (best.covered === 0 && way >= distance) continue;
      const covered = coveredBy({ left, top, width: box.width, height: box.height }); // a DOMRect cannot be spread
      if (covered < best.covered || (covered === best.covered && way < distance)) {
        best = { left, top, covered };
        distance = way;
      }
    }
  }
  return best;
}

/** The place next to a wanted one between what is blocked, from `start` to `last`; null if there is none. */
function nearestFree(wanted: number, start: number, last: number, blocked: readonly (readonly [number, number])[]): number | null {
  const inside = Math.min(Math.max(wanted, start), last);
  const isFree = (at: number): boolean => at >= start && at <= last && blocked.every(([from, to]) => at <= from || at >= to);
  const found = [inside, ...blocked.flat()].filter(isFree).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return found[0] ?? null;
}

/**
 * Where a panel covers nothing at all: as near as possible to a point.
 *
 * @param shape - its size
 * @param near - the point at which its middle would stand by itself
 * @param area - what it must not leave
 * @param others - what it must not cover
 * @returns its place, or null if it covers something everywhere
 */
export function roomFor({ width, height }: { width: number; height: number }, near: { left: number; top: number }, area: Box, others: readonly Box[]): Box | null {
  if (width > area.width || height > area.height) return null;
  const wanted = { left: near.left - width / 2, top: near.top - height / 2 };
  const [first, last] = [area.top, area.top + area.height - height];
  const edges = others.flatMap((other) => [other.top - GAP - height, other.top + other.height + GAP]);
  const tops = [Math.min(Math.max(wanted.top, first), last), ...edges.filter((top) => top >= first && top <= last)];
  let best: Box | null = null;
  let distance = Infinity;
  for (const top of tops) {
    const down = Math.abs(top - wanted.top);
    if (down >= distance) continue;
    const beside = others.filter((other) => top < other.top + other.height + GAP && top + height > other.top - GAP);
    const blocked = beside.map((other) => [other.left - GAP - width, other.left + other.width + GAP] as const);
    const left = nearestFree(wanted.left, area.left, area.left + area.width - width, blocked);
    if (left === null || down + Math.abs(left - wanted.left) >= distance) continue;
    best = { left, top, width, height };
    distance = down + Math.abs(left - wanted.left);
  }
  return best;
}
