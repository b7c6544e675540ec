/** Small words to write mock views with. */

import type { Face, Move, SeatView, Spot, View, Zone } from "../src/protocol/types";

export const up = (code: string, more: Partial<Face> = {}): Face => ({ state: "up", code, seat: null, x: null, y: null, note: "", why: "", ...more });
export const down = (): Face => ({ ...up(""), state: "down", code: null });
export const empty = (more: Partial<Face> = {}): Face => ({ ...up(""), state: "empty", code: null, ...more });
export const ups = (codes: string): Face[] => codes.split(" ").filter(Boolean).map((code) => up(code));

export function zone(id: string, kind: Zone["kind"], label: string, faces: Face[], more: Partial<Zone> = {}): Zone {
  return { id, kind, label, owner: null, faces, count: faces.filter((face) => face.state !== "empty").length, note: "", place: "", ...more };
}

export const hidden = (owner: number, n: number): Zone =>
  zone(`hand-${owner}`, "hand", "Hand", Array.from({ length: n }, down), { owner });

export const stock = (n: number): Zone => zone("stock", "stock", "Stock", [n ? down() : empty()], { count: n });

export const seat = (n: number, name: string, more: Partial<SeatView> = {}): SeatView => ({
  seat: n, name, score: "", lines: [], badges: [], side: null, is_dealer: false, is_turn: false, is_out: false, ...more,
});

export function move(actions: number[], text: string, label: string, spots: [string, number][], button = "", key = ""): Move {
  return { actions, text, label, gesture: { spots: spots.map(([zone, at]): Spot => ({ zone, at })), button, key } };
}

export function view(more: Partial<View> & Pick<View, "deck" | "zones" | "seats">): View {
  return {
    format: 1, game: "mock", name: "Mock", seat: 0, turn: 0, phase: "play", ask: false, made: 7, prompt: "Your turn.", about: "MOCK-3",
    moves: [], last_trick: null, sheet: [], news: [], result: null, ...more,
  };
}
