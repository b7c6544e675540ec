/** Finds the next focus for an arrow key. */

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const isDirection = (key: string): key is Direction => /^Arrow(Left|Right|Up|Down)$/.test(key);

/** The index of the nearest rectangle in a direction; -1 if there is none. */
export function nearest(from: Rect, others: readonly Rect[], direction: Direction): number {
  const sideways = direction === "ArrowLeft" || direction === "ArrowRight";
  const sign = direction === "ArrowLeft" || direction === "ArrowUp" ? -1 : 1;
  const origin = centre(from);
  let best = -1;
  let least = Infinity;
  others.forEach((rect, i) => {
    const at = centre(rect);
    const along = sign * (sideways ? at.x - origin.x : at.y - origin.y);
    const across = Math.abs(sideways ? at.y - origin.y : at.x - origin.x);
    if (along < 4) return;
    const cost = along + across * (sideways ? 4 : 1.5);
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}

const centre = (rect: Rect): { x: number; y: number } => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });
