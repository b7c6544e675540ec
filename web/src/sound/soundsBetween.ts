/** The sounds of what happened between two views. */

import type { View } from "../protocol/types";
import type { Sound } from "./play";

export function soundsBetween(before: View, view: View): Sound[] {
  if (view.made <= before.made) return [];
  const fresh = view.news.filter((news) => news.number > before.made);
  const sounds: Sound[] = [];
  if (fresh.some((news) => news.kind === "trick")) sounds.push("trick");
  else if (fresh.some((news) => news.flights.length > 0)) sounds.push("card");
  if (view.result) {
    if (view.seat !== null && !before.result && view.result.winners.includes(view.seat)) sounds.push("win");
  } else if (view.seats.length > 1 && view.turn === view.seat && before.turn !== view.seat) sounds.push("turn");
  return sounds;
}
