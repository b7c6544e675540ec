/** Pointing at what everybody sees, for everybody to see. */

import { announcer } from "../../base/announcer.svelte";
import { freeSquares, withSquares } from "../../layout/squares";
import { otherPeople } from "../info/seats";
import type { Spot, Zone } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { Requests } from "./requests";

const HOW = "Point: touch what you mean, or choose it with the arrow keys and Enter. Escape ends it.";

export class Pointing {
  isActive = $state(false); // the next touch points
  cursor = $state(""); // the place that the keyboard would point at, as its element names it

  constructor(
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly requests: Requests,
  ) {}

  /** Whether the player has anybody to show something to. */
  get isPossible(): boolean {
    const { info } = this.room;
    return !!info && !!this.room.view && info.seats.some((seat) => seat.you) && otherPeople(info).length > 0;
  }

  /** Whether everybody is likely to see a place: a card of a hand only where all hands lie open. */
  isLikely({ zone }: Spot): boolean {
    const hands = this.view?.zones.filter(({ kind }) => kind === "hand") ?? [];
    const isOpen = hands.every((hand) => hand.faces.length === hand.count && hand.faces.every(({ state }) => state === "up"));
    return isOpen || !hands.some(({ id }) => id === zone);
  }

  toggle(): void {
    if (this.isActive || !this.isPossible) return this.stop();
    this.isActive = true;
    announcer.announce(HOW);
  }

  private get view() {
    return this.playback.shown ?? this.room.view;
  }

  stop(): void {
    this.isActive = false;
    this.cursor = "";
  }

  /** A zone as it is shown: while the player points, a grid shows all free squares beside its cards. */
  shown(zone: Zone, named: (code: string) => string = String): Zone {
    return this.isActive ? withSquares(zone, freeSquares(zone), named) : zone;
  }

  /** Point at a place, or at a zone as a whole (-1); the server refuses what not everybody sees. */
  point({ zone, at }: Spot): void {
    const found = this.view?.zones.find((other) => other.id === zone);
    const face = found && this.shown(found).faces[at];
    this.stop();
    this.requests.send({ type: "point", zone, at, card: face?.code ?? "", x: face?.x ?? null, y: face?.y ?? null });
  }
}
