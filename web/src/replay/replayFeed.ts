/** Feeds a room with the views of a finished game, in place of a connection to the server. */

import { getReplay, getReplayView } from "../api/requests";
import type { Connect, ConnectionListener, Connection } from "../api/connection";
import type { Replay, ReplayStep, RoomInfo, View } from "../protocol/types";

/** What the viewer sees: what a seat sees, what a spectator sees, or all hands. */
export type Viewpoint = number | "none" | "open";

export const parseViewpoint = (text: string): Viewpoint => (text === "open" || text === "none" ? text : /^\d+$/.test(text) ? Number(text) : "open");

const CACHED = 200; // views
const AHEAD = 3; // views requested before they are needed

export class ReplayFeed {
  steps: ReplayStep[] = [];
  deals: number[] = [];
  made = 0;
  ending = ""; // what is said of how the game ended
  private listener: ConnectionListener | null = null;
  private readonly views = new Map<string, Promise<View>>();

  constructor(
    readonly info: RoomInfo,
    public viewpoint: Viewpoint,
    private readonly ask: { steps: typeof getReplay; view: typeof getReplayView } = { steps: getReplay, view: getReplayView },
  ) {}

  get last(): number {
    return this.steps.length - 1;
  }

  /** Connects a room to this feed. */
  readonly connect: Connect = (_room, listener): Connection => {
    this.listener = listener;
    listener.onStateChange("open");
    return { send: () => false, close: () => (this.listener = null) };
  };

  async load(): Promise<void> {
    const found: Replay = await this.ask.steps(this.info.id, this.viewpoint);
    this.steps = found.steps;
    this.deals = found.deals;
    this.ending = (await this.view(this.last)).prompt;
  }

  /** Switch to another viewpoint at the same position. */
  async look(viewpoint: Viewpoint): Promise<void> {
    this.viewpoint = viewpoint;
    await this.load();
    await this.show(this.made);
  }

  async show(made: number): Promise<void> {
    this.made = Math.max(0, Math.min(made, this.last));
    const [wanted, viewpoint] = [this.made, this.viewpoint];
    const view = await this.view(wanted);
    if (wanted !== this.made || viewpoint !== this.viewpoint) return; // the viewer has moved on meanwhile
    const isEnd = wanted === this.last;
    const seats = this.info.seats.map((seat) => ({ ...seat, you: false, here: true })); // nobody plays or is missed here
    const room: RoomInfo = { ...this.info, seats, commitment: "", made: wanted, status: isEnd ? this.info.status : "open", your_turn: false };
    this.listener?.onMessage({ type: "view", view, room });
    for (let next = wanted + 1; next <= Math.min(wanted + AHEAD, this.last); next++) void this.view(next).catch(() => undefined);
  }

  private view(made: number): Promise<View> {
    const key = `${this.viewpoint}:${made}`;
    const known = this.views.get(key);
    if (known) return known;
    const asked = this.ask.view(this.info.id, made, this.viewpoint);
    this.views.set(key, asked);
    asked.catch(() => this.views.delete(key));
    if (this.views.size > CACHED) this.views.delete(this.views.keys().next().value!);
    return asked;
  }

  /** The position at which the previous or the next deal began. */
  deal(direction: 1 | -1): number {
    if (direction > 0) return this.deals.find((at) => at > this.made) ?? this.last;
    return this.deals.findLast((at) => at < this.made) ?? 0;
  }
}
