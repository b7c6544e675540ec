/** What this page knows of one room: what the server has sent, and how much of it has been shown. */

import type { ConnectionState } from "../../api/connection";
import type { News, RoomInfo, View } from "../../protocol/types";
import { reading } from "../../base/reading";
import { otherPeople } from "../info/seats";

export class RoomState {
  /** The room as the server described it last. */
  received = $state.raw<RoomInfo | null>(null);
  /** The same, except that a game is not over before its end is shown. */
  readonly info = $derived.by((): RoomInfo | null => {
    const room = this.received;
    return room?.status === "over" && this.view && !this.view.result ? { ...room, status: "open" } : room;
  });
  connection = $state<ConnectionState>("connecting");
  status = $state(""); // what the server says while there is nothing to show
  cannotBeShown = $state(false); // the status says why
  /** The newest view shown; later ones may be waiting in the playback. */
  view = $state.raw<View | null>(null);
  /** The number of actions in the newest view received, whether shown or waiting. */
  latestMade = $state(0);
  log = $state.raw<News[]>([]); // the news shown so far
  private readonly logNumbers = new WeakMap<View, number>();

  constructor(readonly id: string) {}

  /** The length of the room's log when a view was sent: moves and questions refer to it. */
  logNumberOf(view: View): number {
    return this.logNumbers.get(view) ?? 0;
  }

  receive(view: View, logNumber: number): void {
    this.latestMade = view.made;
    this.logNumbers.set(view, logNumber);
  }

  /** Whether nothing new is shown for now: a game for one person without a clock waits while that person reads; no test room does. */
  get isWaiting(): boolean {
    const room = this.received;
    return reading.isActive && !!room && !room.test && !room.clock && room.seats.some((seat) => seat.you) && otherPeople(room).length === 0;
  }

  /** Whether the player may ask for a hint: not while other people play. */
  get mayHint(): boolean {
    const seats = this.info?.seats;
    return this.info?.status === "open" && !!seats?.some((seat) => seat.you) && seats.every((seat) => seat.you || seat.kind === "bot");
  }

  /** Whether the player may claim the rest of a deal when it is their turn: not with their last card. */
  get mayClaim(): boolean {
    const seats = this.info?.seats ?? [];
    const own = this.view?.seats.find((seat) => seat.seat === this.view?.seat);
    return this.info?.status === "open" && seats.length > 1 && seats.some((seat) => seat.you) && own?.cards !== 1;
  }
}
