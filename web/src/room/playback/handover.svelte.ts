/** A screen at which several sit is handed over before another seat is shown there, unless the hands are open. */

import { ownOf } from "../info/seats";
import type { RoomInfo, View } from "../../protocol/types";

export class Handing {
  curtain = $state<number | null>(null); // whose cards are shown next
  private behind: View | null = null; // what the curtain hides
  private hides = false; // do the players hold cards that others may not see?
  private sitter: number | null = null; // the seat whose cards have been shown

  /** Is the curtain drawn before this view? */
  draws(view: View, info: RoomInfo | null): boolean {
    this.hides ||= view.zones.some((zone) => zone.purpose === "hand" && zone.owner !== view.seat && zone.faces.some((face) => face.state === "down"));
    const several = !!info && ownOf(info).length > 1;
    if (!several || !this.hides || view.seat === null || view.seat === this.sitter || view.result) {
      this.sitter = view.seat;
      this.curtain = this.behind = null;
      return false;
    }
    this.behind = view;
    this.curtain = view.seat;
    return true;
  }

  /** What was behind it. */
  lift(): View | null {
    const view = this.behind;
    this.sitter = this.curtain;
    this.curtain = this.behind = null;
    return view;
  }
}
