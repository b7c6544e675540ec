/** Moves on their way to the server: the player's own, and single legal moves that are made for the player. */

import type { Connection } from "../../api/connection";
import { settings } from "../../base/settings.svelte";
import { keyOf } from "../../gestures/spots";
import { isForced } from "../../gestures/forced";
import type { Move, View } from "../../protocol/types";
import { TRICK_PAUSE, type Playback } from "../playback/playback.svelte";
import type { InputPause } from "../state/inputPause";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";

const FORCED = 650; // milliseconds that a single legal move is shown before it is made

interface SentMove {
  logNumber: number; // the length of the room's log when the move was made
  actions: number[];
  spots: string[];
}

export class Moves {
  /** The move that the server has not answered yet. */
  sent = $state.raw<SentMove | null>(null);
  /** The code of a card that was played for the player, who had no other. */
  forcedCard = $state<string | null>(null);
  /** Whether nothing can be chosen now. */
  readonly isBlocked = $derived.by(() => !!this.sent || this.playback.isHeldBack);
  private forcedTimer = 0;
  private isUnsure = false; // whether the move was sent over a connection that is no more, and may or may not have arrived
  private isDoubtful = false; // whether the game went on before such a move was sent again

  constructor(
    private readonly connection: Connection,
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly notice: Notice,
    private readonly inputPause: InputPause,
  ) {}

  /** Make the player's move; returns whether it was made. */
  make(move: Move): boolean {
    return !this.inputPause.isActive && !this.playback.dealOver && this.send(move);
  }

  private send(move: Move): boolean {
    const { view } = this.room;
    if (!view || this.sent) return false;
    this.cancelForced();
    this.notice.hide();
    const logNumber = this.room.logNumberOf(view);
    this.isDoubtful = false;
    this.sent = { logNumber, actions: move.actions, spots: move.gesture.spots.map(keyOf) };
    if (!this.connection.send({ type: "move", number: logNumber, actions: move.actions })) {
      this.notice.show("The connection is lost; your move will be made when it is back.");
    }
    return true;
  }

  /** Another connection has taken the place of a lost one. */
  connectionRenewed(): void {
    this.isUnsure = !!this.sent;
  }

  /** The room's log has reached this length; returns whether that answers the move sent. */
  acknowledge(logNumber: number): boolean {
    if (!this.sent || this.isUnsure || logNumber <= this.sent.logNumber) return false;
    this.sent = null;
    return true;
  }

  /**
   * Send the unanswered move again, because the server has sent the position in which it was made, or a later one over a new
   * connection. The server makes a move once, however often it comes, and refuses it where another was made.
   */
  resend(logNumber: number): void {
    if (!this.sent || (logNumber !== this.sent.logNumber && !this.isUnsure)) return;
    this.isUnsure = false;
    this.isDoubtful = logNumber !== this.sent.logNumber;
    this.connection.send({ type: "move", number: this.sent.logNumber, actions: this.sent.actions });
  }

  /** The server has refused something. Returns what it may be: a move, and perhaps one that came too late. */
  refuse(): "move" | "late move" | null {
    const refused = this.isDoubtful ? "late move" : this.sent ? "move" : null;
    this.sent = null;
    this.isDoubtful = false;
    return refused;
  }

  /** Make the only move of a view for the player after a while, if the settings say so; `onMade` is called then. */
  scheduleForced(view: View, onMade: () => void): void {
    const only = view.moves[0];
    if (!only || !isForced(view, settings.forced) || this.playback.isBehind || this.playback.dealOver || this.room.isWaiting || this.room.received?.held) return;
    this.cancelForced();
    const pause = this.playback.restingTrick ? TRICK_PAUSE + FORCED / 2 : FORCED;
    this.forcedTimer = window.setTimeout(() => {
      if (this.room.view !== view || this.room.isWaiting) return;
      this.force(only);
      onMade();
    }, pause);
  }

  cancelForced(): void {
    clearTimeout(this.forcedTimer);
  }

  private force(only: Move): void {
    const [spot] = only.gesture.spots;
    const zone = this.room.view?.zones.find(({ id }) => id === spot?.zone);
    const isCard = zone?.purpose === "hand";
    this.send(only);
    this.forcedCard = isCard ? (zone?.faces[spot!.at]?.code ?? null) : null;
    this.inputPause.start();
    const untilOwnTurn = this.room.view?.seats.length ?? 1;
    this.notice.show(isCard ? "The only card: it was played for you." : "The only thing to do: it was done for you.", untilOwnTurn);
  }

  /** Forget the card played for the player once it is no longer in a trick. */
  forgetForcedCard(): void {
    const inTrick = this.playback.shown?.zones.some((zone) => zone.kind === "trick" && zone.faces.some((face) => face.code === this.forcedCard));
    if (!inTrick) this.forcedCard = null;
  }

  close(): void {
    this.cancelForced();
  }
}
