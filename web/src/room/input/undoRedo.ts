/** Taking moves back and playing them again, at one's own wish or by the others' consent. */

import type { RoomInfo } from "../../protocol/types";
import type { Room } from "../room.svelte";

export class TakingBack {
  asked = false; // to take something back, by the player
  hasWithdrawn = false; // what they asked for last
  private unsaid = ""; // to be told with the next view that is shown

  constructor(private readonly room: Room) {}

  /** The room as it may be taken back now; null: it is not the player's. */
  private get info(): RoomInfo | null {
    const info = this.room.info;
    return info && info.seat !== null && this.room.handing.curtain === null ? info : null;
  }

  undo(): void {
    const { room, info } = this;
    if (!info) return;
    if (room.dealOver) return room.tell("Go on to the next deal first.");
    if (!info.may_undo) return room.tell(info.why_not_undo || "There is nothing to take back.");
    room.hurry();
    room.hush();
    this.asked = true;
    room.ask({ type: "undo", number: info.number });
  }

  redo(): void {
    const info = this.info;
    if (!info) return;
    if (info.may_redo) this.room.ask({ type: "redo", number: info.number });
    else this.room.tell("There is nothing to play again.");
  }

  /** Say why nothing is taken back of what the player asked for; if the game went on, once that is shown. */
  learn(last: RoomInfo | null, info: RoomInfo): void {
    const before = last?.asking;
    if (!last || !before || info.asking || info.made <= before.to || !info.seats[before.seat]?.you) return;
    if (info.number > last.number) this.unsaid = "The game went on, so your move stands.";
    else this.room.tell(this.hasWithdrawn ? "You ask no longer: your move stands." : "It was refused: your move stands.");
  }

  tellWhatWasUnsaid(): void {
    if (this.unsaid) this.room.tell(this.unsaid);
    this.unsaid = "";
  }
}
