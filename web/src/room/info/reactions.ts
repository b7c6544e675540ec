/** The reactions: their names and icons, drawn as strokes in a square of 24. */

import type { ReactMessage } from "../../protocol/types";

export type Reaction = ReactMessage["reaction"];

const FACE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.8 9.3v.6M15.2 9.3v.6";

export const REACTIONS: Readonly<Record<Reaction, { name: string; path: string }>> = {
  thumbs_up: { name: "Well played", path: "M7 11v9H4v-9zM7 11l4-8c1.6 0 2.6 1.2 2.3 2.8L12.6 9H18a2 2 0 0 1 2 2.4l-1.3 6.9A2 2 0 0 1 16.7 20H7" },
  clap: { name: "Applause", path: "M9 20.5a6 6 0 0 1-4.3-2l-2-3.5 1.5-1 2.3 2-3-6.5 1.8-.8 2.8 5.5-1.6-6.7 2-.4 2 6.6.5-4.7 2 .2.3 5.8c.1 3-1.6 5.5-4.3 5.5zM16 8l2-3M18.5 11l3-1.5M13 6V3" },
  laugh: { name: "Ha", path: `${FACE}M7.5 13.5h9a4.5 4.5 0 0 1-9 0z` },
  wow: { name: "Oh", path: `${FACE}M12 13.2a1.9 2.3 0 1 0 0 4.6 1.9 2.3 0 0 0 0-4.6z` },
  sad: { name: "A pity", path: `${FACE}M8.3 16.6a4.3 4.3 0 0 1 7.4 0` },
  hurry: { name: "Your turn, please", path: "M6 3h12M6 21h12M7.5 3v3.5L12 12l4.5-5.5V3M7.5 21v-3.5L12 12l4.5 5.5V21" },
};
