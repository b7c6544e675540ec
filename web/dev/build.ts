/** Small functions to write mock views with. */

import type { Fact, Face, Flight, Move, News, RoomInfo, SeatInfo, SeatView, Spot, Track, View, Zone } from "../src/protocol/types";

export const up = (code: string, more: Partial<Face> = {}): Face => ({ state: "up", code, seat: null, x: null, y: null, mark: "", note: "", why: "", like: null, place: "", ...more });
export const down = (): Face => ({ ...up(""), state: "down", code: null });
export const empty = (more: Partial<Face> = {}): Face => ({ ...up(""), state: "empty", code: null, ...more });
export const ups = (codes: string): Face[] => codes.split(" ").filter(Boolean).map((code) => up(code));

const PURPOSES: Record<Zone["kind"], Zone["purpose"]> = {
  hand: "hand", trick: "trick", stock: "stock", pile: "discard", row: "table", column: "tableau", cells: "tableau", triangle: "tableau", chain: "chain", grid: "table",
};

export function zone(id: string, kind: Zone["kind"], label: string, faces: Face[], more: Partial<Zone> = {}): Zone {
  const count = faces.filter((face) => face.state !== "empty").length;
  return { id, kind, purpose: PURPOSES[kind], label, owner: null, faces, count, beneath: [], leader: null, note: "", place: "", ...more };
}

export const hidden = (owner: number, n: number): Zone =>
  zone(`hand-${owner}`, "hand", "Hand", Array.from({ length: n }, down), { owner });

export const stock = (n: number): Zone => zone("stock", "stock", "Stock", [n ? down() : empty()], { count: n });

export const seat = (n: number, name: string, more: Partial<SeatView> = {}): SeatView => ({
  seat: n, name, score: "", cards: null, lines: [], badges: [], side: null, is_dealer: false, is_turn: false, is_out: false, ...more,
});

export function move(actions: number[], text: string, label: string, spots: [string, number][], button = "", key = ""): Move {
  return { actions, text, label, effect: "", typed: "", gesture: { spots: spots.map(([zone, at]): Spot => ({ zone, at })), button, key } };
}

export const flight = (code: string | null, start: string, end: string): Flight => ({ code, start, end });

export const news = (number: number, kind: string, text: string, flights: Flight[] = [], seat: number | null = null, more: Partial<News> = {}): News => ({
  number, kind, seat, to: null, is_move: false, shows: "", text, flights, ...more,
});

export const fact = (id: string, label: string, text: string, more: Partial<Fact> = {}): Fact => ({ id, label, text, suit: null, number: null, card: null, suits: [], badge: "", by_trick: false, ...more });

export const track = (id: string, label: string, value: number, of: number, more: Partial<Track> = {}): Track => ({
  id, label, text: `${value} of ${of}`, side: null, value, of, steps: [], ...more,
});

export function view(more: Partial<View> & Pick<View, "deck" | "zones" | "seats">): View {
  return {
    format: 2, game: "mock", name: "Mock", seat: 0, turn: 0, phase: "play", ask: false, midway: false, made: 7, prompt: "Your turn.", about: "MOCK-3",
    facts: [], tracks: [], moves: [], together: 1, refused: [], last_trick: null, sheet: [], deals: [], deal_end: null, news: [], result: null, choosers: [], trick_phases: [], ...more,
  };
}

export const sitter = (n: number, name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat: n, kind: "person", name, colour: n % 6, bot: null, you: false, may_sit: false, here: true, stand_in: false, out_of_time: false, seconds: null, gave: false, ...more,
});

export const roomInfo = (more: Partial<RoomInfo> = {}): RoomInfo => ({
  id: "r", game: "mock", name: "Mock", options: {}, options_text: "", status: "open", tempo: "live", paused: false, pace: "normal", clock: null, host: true,
  seats: [sitter(0, "Kim", { you: true }), sitter(1, "Bo", { kind: "bot", bot: "search", here: false })], seat: 0, number: 7, made: 7,
  your_turn: true, score: "", updated: 0, created: 0, taken_back: 0, asked: 0, counts: false, may_ask: false, winnable: false, verdict: null, may_undo: false, may_redo: false, why_not_undo: "", asking: null, result: null, commitment: "", deal: "", daily: "", public: false, gathers: false, sequel: null, evening: null, resigns: false, hands: "closed", may_open_hands: false, seen_by_all: [], rules_note: "", may_go_on: false, chat: true, watched: false, test: false, held: false, sees_all: false, ...more,
});
