/** A server that lives in the page: it shows each mock view as a table, and plays the trick game's moves a little further. */

import type { GameInfo, Games, RoomInfo, View } from "../src/protocol/types";
import { news, up } from "./build";
import { french, sevendeck, suitors } from "./packs";
import { VIEWS } from "./views";

const packOf = (view: View) => (view.deck === "french" ? french("23456789TJQKA") : view.deck === "suitors" ? suitors : sevendeck);

const games: GameInfo[] = Object.entries(VIEWS).map(([id, make], i) => {
  const view = make();
  return {
    id,
    name: view.name,
    about: "One line of what it is about, long enough to show how it wraps.",
    players: view.seats.length > 2 ? [2, 3, 4] : [view.seats.length],
    minutes: 5 * (i + 1),
    conflicts: [], phrases: [], lesson: false, solved: false,
    ...packOf(view),
    options: [
      ...(view.seats.length > 2
        ? [{ name: "players", label: "Players", about: "How many play.", values: [2, 3, 4].map((value) => ({ value, label: String(value), about: "" })), default: 4 }]
        : []),
      { name: "silly", label: "With jokers", about: "Adds four jokers.", values: [{ value: false, label: "No", about: "" }, { value: true, label: "Yes", about: "" }], default: false },
    ],
  };
});

const info = (id: string, view: View): RoomInfo => ({
  id, game: id, name: view.name, options: {}, options_text: "", status: view.result ? "over" : "open", tempo: "live", paused: false, pace: "normal", clock: null, host: true,
  seats: view.seats.map(({ seat, name }) => ({
    seat, name, kind: seat === 0 ? "person" : "bot", colour: seat, bot: seat === 0 ? null : "search", you: seat === 0, here: seat === 0, stand_in: false, out_of_time: false, seconds: null, gave: seat === 0,
  })),
  seat: 0, number: view.made, made: view.made, your_turn: view.turn === 0, score: view.seats[0]?.score ?? "",
  updated: Date.now() / 1000 - 900, created: Date.now() / 1000 - 1800, taken_back: 0, asked: 0, counts: false, may_ask: false, winnable: false, verdict: null, may_undo: false, may_redo: false, why_not_undo: "", evening: null, resigns: false, asking: null, result: null,
  commitment: "ab".repeat(32), deal: "", daily: "", chat: true, test: false, held: false, sees_all: false,
});

const RULES = `<h1>Rules</h1><p>A page of rules.</p>${[1, 2, 3, 4, 5].map((n) => `<h2 id="MOCK-${n}">MOCK-${n}</h2><p>What rule ${n} says, in a sentence or two that explain it. See <a href="#MOCK-1">MOCK-1</a>.</p>`).join("")}`;

function answer(path: string, method: string): unknown {
  const [first, id = "", what] = path.replace(/\?.*/, "").split("/");
  if (first === "games" && !id) {
    const all: Games = {
      games,
      broken: [],
      bots: [{ id: "random", name: "Random", about: "plays anything." }, { id: "search", name: "Search", about: "thinks ahead." }],
      paces: [{ id: "quick", name: "Quick" }, { id: "calm", name: "Calm" }],
      ready: {},
      test_rooms: false,
      followed: [],
    };
    return all;
  }
  if (first === "games" && what === "rules") return { game: id, name: id, html: RULES, panels: [], tips: {}, answers: {}, terms: [] };
  if (first === "games") return { ...VIEWS[id]!(), seat: null, moves: [] };
  if (first === "rooms" && id === "going-on") return { rooms: Object.entries(VIEWS).slice(0, 3).map(([name, make]) => info(name, make())), total: 3 };
  if (first === "rooms" && !id && method === "GET") return { rooms: Object.entries(VIEWS).slice(0, 3).map(([name, make]) => info(name, make())) };
  if (first === "promises") return { promise: "mock", commitment: "ab".repeat(32) };
  if (first === "daily") return { date: "2026-11-22", ends: Date.now() / 1000 + 18_000, rooms: [], attempts: [], streaks: [], doubtful: [] };
  if (first === "me") return { name: "" };
  if (first === "rooms" && what === "record") return { format: 1 };
  return { room: "trick", commitment: "" };
}

window.fetch = (async (url: string, init?: RequestInit) => {
  const method = init?.method ?? "GET";
  const body = method === "DELETE" ? null : JSON.stringify(answer(String(url).replace(/^.*api\//, ""), method));
  return new Response(body, { status: method === "DELETE" ? 204 : 200 });
}) as typeof fetch;

class MockSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private view: View;
  private readonly id: string;

  constructor(url: URL) {
    super();
    this.id = decodeURIComponent(url.pathname.split("/").at(-2)!);
    this.view = (VIEWS[this.id] ?? VIEWS["trick"]!)();
    setTimeout(() => this.say(), 30);
    Object.assign(window, { mock: this });
  }

  private say(): void {
    this.onmessage?.({ data: JSON.stringify({ type: "view", view: { ...this.view, game: this.id }, room: info(this.id, this.view) }) });
  }

  show(change: Partial<View>): void {
    this.view = { ...this.view, ...change, made: this.view.made + 1 };
    this.say();
  }

  send(text: string): void {
    const message = JSON.parse(text) as { actions: number[] };
    const [hand, trick] = [this.view.zones[0]!, this.view.zones.find((zone) => zone.kind === "trick")];
    if (this.id !== "trick" || !trick) return void setTimeout(() => this.say(), 20);
    const played = hand.faces[message.actions[0]!]!.code!;
    const cards = [...trick.faces.map((face) => ({ seat: face.seat!, code: face.code! })), { seat: 0, code: played }];
    const zones = this.view.zones.map((zone) =>
      zone === hand ? { ...hand, faces: hand.faces.filter((face) => face.code !== played) } : zone === trick ? { ...trick, faces: [], count: 0 } : zone,
    );
    const seats = this.view.seats.map((seat) => ({ ...seat, is_turn: seat.seat === 1 }));
    setTimeout(() => {
      this.show({ zones, seats, moves: [], turn: 1, prompt: "Ada is to play.", last_trick: { number: 5, leader: 1, taker: 1, cards }, news: [news(this.view.made + 1, "trick", "Ada takes the trick.", [], 1)] });
      setTimeout(() => this.show({ zones: zones.map((zone) => (zone.id === "trick" ? { ...zone, faces: [up("AD", { seat: 1 })], count: 1 } : zone)) }), 300);
    }, 15);
  }

  close(): void {}
}

Object.assign(window, { WebSocket: MockSocket });
