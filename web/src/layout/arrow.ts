/** An arrow from one seat to another. */

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Arrow {
  path: string;
  head: string;
}

const HEAD = 16;

/** An arrow from the edge of one rectangle to the edge of another, along the line between their centres. */
export function arrow(from: Rect, to: Rect): Arrow {
  const [a, b] = [middle(from), middle(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [leave, reach] = [exit(from, dx, dy) + 4, length - exit(to, dx, dy) - 4];
  const at = (way: number, side = 0): string => `${round(a.x + dx * way - dy * side)} ${round(a.y + dy * way + dx * side)}`;
  const neck = Math.max(leave, reach - HEAD);
  return { path: `M${at(leave)}L${at(neck)}`, head: `M${at(reach)}L${at(neck, HEAD * 0.6)}L${at(neck, -HEAD * 0.6)}Z` };
}

const middle = ({ left, top, width, height }: Rect) => ({ x: left + width / 2, y: top + height / 2 });

/** The distance from the centre of a rectangle to its edge in a direction. */
const exit = ({ width, height }: Rect, dx: number, dy: number): number => Math.min(width / 2 / Math.abs(dx || 1e-9), height / 2 / Math.abs(dy || 1e-9));

const round = (n: number): number => Math.round(n * 10) / 10;
