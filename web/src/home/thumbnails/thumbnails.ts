/** The views for the pictures on the tiles: requested one after the other, each once. */

import { getPicture } from "../../api/requests";
import type { View } from "../../protocol/types";

const known = new Map<string, Promise<View>>();
let last: Promise<unknown> = Promise.resolve();

export function thumbnail(game: string): Promise<View> {
  let found = known.get(game);
  if (!found) {
    found = last.then(() => getPicture(game));
    last = found.catch(() => known.delete(game));
    known.set(game, found);
  }
  return found;
}
