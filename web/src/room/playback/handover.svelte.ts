/** A screen that several players share is handed over before another seat's cards are shown there, unless all hands are open. */

import type { RoomInfo, View } from "../../protocol/types";
import { ownSeats } from "../info/seats";

export class Handover {
  /** The seat whose cards are shown next, behind a curtain; null: there is no curtain. */
  curtain = $state<number | null>(null);
  private behind: View | null = null; // what the curtain hides
  private hasSecrets = false; // whether players hold cards that others may not see, or choose at once
  private lastSeat: number | null = null; // whose cards were shown last

  /** Draw the curtain if the screen must be handed over before this view is shown; returns whether it must. */
  intercept(view: View, info: RoomInfo | null): boolean {
    this.hasSecrets ||= view.choosers.length > 0 || view.zones.some((zone) => zone.purpose === "hand" && zone.owner !== view.seat && zone.faces.some((face) => face.state === "down"));
    const isShared = !!info && ownSeats(info).length > 1;
    if (!isShared || !this.hasSecrets || view.seat === null || view.seat === this.lastSeat || view.result) {
      this.lastSeat = view.seat;
      this.curtain = this.behind = null;
      return false;
    }
    this.behind = view;
    this.curtain = view.seat;
    return true;
  }

  /** Lift the curtain, and return the view behind it. */
  lift(): View | null {
    const view = this.behind;
    this.lastSeat = this.curtain;
    this.curtain = this.behind = null;
    return view;
  }
}
