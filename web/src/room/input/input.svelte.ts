/** What the player does in a room: choosing and making moves, asking for hints, undoing, and everything else that is sent. */

import type { Connection } from "../../api/connection";
import { upgrade } from "../../api/upgrade.svelte";
import type { CanWinAnswer, ErrorMessage, Move } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { InputPause } from "../state/inputPause";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import { Designer } from "./designer.svelte";
import { Hints } from "./hints.svelte";
import { Moves } from "./moves.svelte";
import { Pointing } from "./pointing.svelte";
import { Requests } from "./requests";
import { Selection } from "./selection.svelte";
import { UndoRedo } from "./undoRedo";

const UNSHOWN: readonly string[] = ["unknown_game", "broken_game", "storage"]; // why a room cannot be loaded

export class Input {
  readonly moves: Moves;
  readonly selection: Selection;
  readonly hints: Hints;
  readonly requests: Requests;
  readonly undoRedo: UndoRedo;
  readonly designer: Designer;
  readonly pointing: Pointing;

  constructor(
    private readonly connection: Connection,
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly notice: Notice,
    inputPause: InputPause,
  ) {
    this.moves = new Moves(connection, room, playback, notice, inputPause);
    this.selection = new Selection(room, playback, this.moves, notice, inputPause);
    this.hints = new Hints(connection, room, playback, this.moves, notice);
    this.requests = new Requests(connection, notice);
    this.undoRedo = new UndoRedo(room, playback, this.requests, notice);
    this.designer = new Designer(room.id, this.requests);
    this.pointing = new Pointing(room, playback, this.requests);
    playback.subscribe({
      leaving: (isUndo) => this.leaving(isUndo),
      arrived: () => this.arrived(),
      mayDecide: (view) => this.moves.scheduleForced(view, () => this.selection.clear()),
    });
  }

  close(): void {
    this.moves.close();
  }

  make(move: Move): void {
    this.selection.make(move);
  }

  /** Ask whether a game for one can still be won, with all cards known. */
  askWinnable(): void {
    if (!this.room.view || !this.room.info?.may_ask) return;
    this.playback.catchUp();
    const number = this.room.logNumberOf(this.room.view);
    if (!this.moves.isBlocked && this.connection.send({ type: "can_win", number })) this.notice.show("Finding out whether it can still be won.");
  }

  receiveWinnable({ number, sentence }: CanWinAnswer): void {
    if (this.room.view && number === this.room.logNumberOf(this.room.view)) this.notice.show(sentence);
  }

  /** End the deal if its rest is certain from what the player knows; the server decides. */
  claim(): void {
    if (!this.room.view || !this.room.mayClaim) return;
    this.playback.catchUp();
    const number = this.room.logNumberOf(this.room.view);
    if (!this.playback.isOwnTurn) this.notice.show("The rest can be claimed when it is your turn.");
    else if (!this.moves.isBlocked && this.connection.send({ type: "claim", number })) this.notice.show("Looking whether the rest is certain.");
  }

  /** The server has refused what the player sent. */
  refuse({ code, message, rule }: ErrorMessage): void {
    if (code === "bad_message") void upgrade.check(); // a page of an earlier version may say what is not understood any more
    const refused = this.moves.refuse();
    this.undoRedo.refuse();
    if (code === "stale") {
      if (refused === "late move") this.notice.show("Your last move was not made: the game went on while you had no connection.");
      else if (refused) this.notice.show("The game went on elsewhere, perhaps in another tab; this is how it stands now.");
    } else if (!this.room.view && this.room.info?.status !== "waiting") {
      this.room.status = message;
      this.room.cannotBeShown = UNSHOWN.includes(code);
    } else this.notice.show(rule && !message.includes(rule) ? `${message} (${rule})` : message);
  }

  private leaving(isUndo: boolean): void {
    this.moves.cancelForced();
    this.selection.clear();
    this.hints.clear();
    this.undoRedo.leaving(isUndo);
  }

  private arrived(): void {
    this.moves.forgetForcedCard();
    this.undoRedo.arrived();
  }
}
