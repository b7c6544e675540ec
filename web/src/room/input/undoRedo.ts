/** Undoing moves and redoing them, by the player alone or with the others' consent. */

import { announcer } from "../../base/announcer.svelte";
import type { RoomInfo } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { Requests } from "./requests";

export class UndoRedo {
  private isRequested = false; // by the player, from the position shown
  private delayed = ""; // a sentence to be shown with the next view
  private hasGrown = false; // the room's log, since the position shown arrived: in a replay nothing is taken back

  constructor(
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly requests: Requests,
    private readonly notice: Notice,
  ) {}

  /** The room's info; null if the player has no seat there or the screen is being handed over. */
  private get ownInfo(): RoomInfo | null {
    const { info } = this.room;
    return info && info.seat !== null && this.playback.handover.curtain === null ? info : null;
  }

  undo(): void {
    const info = this.ownInfo;
    if (!info) return;
    if (this.playback.dealOver) return this.notice.show("Go on to the next deal first.");
    if (!info.may_undo) return this.notice.show(info.why_not_undo || "There is nothing to take back.");
    this.playback.catchUp();
    this.notice.hide();
    this.isRequested = true;
    this.requests.send({ type: "undo", number: info.number });
  }

  redo(): void {
    const info = this.ownInfo;
    if (!info) return;
    if (info.may_redo) this.requests.send({ type: "redo", number: info.number });
    else this.notice.show("There is nothing to play again.");
  }

  /** Say why the player's request to undo ended without an undo; if the game went on, once the next view is shown. */
  infoChanged(last: RoomInfo | null, info: RoomInfo): void {
    if (last && info.number > last.number) this.hasGrown = true;
    const request = last?.asking;
    if (!last || !request || info.asking || info.made <= request.to || !info.seats[request.seat]?.you) return;
    if (info.number > last.number) this.delayed = "The game went on, so your move stands.";
    else this.notice.show(this.requests.hasWithdrawn ? "You ask no longer: your move stands." : "It was refused: your move stands.");
  }

  /** Another position is about to be shown. */
  leaving(isUndo: boolean): void {
    if (isUndo && this.isRequested) announcer.announce("Taken back.");
    else if (isUndo && this.hasGrown) this.notice.show("A move was taken back.");
    this.isRequested = this.hasGrown = false;
  }

  /** Another position is shown. */
  arrived(): void {
    if (this.delayed) this.notice.show(this.delayed);
    this.delayed = "";
  }

  /** The server has refused something. */
  refuse(): void {
    this.isRequested = false;
  }
}
