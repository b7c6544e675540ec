/** What became of the games with somebody, in words. */

import type { PlayedWith } from "../protocol/types";

export function playedText({ games, won, lost, together }: PlayedWith): string {
  if (games === 0) return "No game has ended yet";
  const results = [
    won ? `you won ${won}` : "",
    lost ? `they won ${lost}` : "",
    together ? `won together ${together}` : "",
  ].filter(Boolean);
  return [games === 1 ? "1 game" : `${games} games`, ...results].join(", ");
}
