/** The move that a bot would make, shown when the player asks for it. */

import type { Connection } from "../../api/connection";
import type { HintAnswer, Move, Spot } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { Moves } from "./moves.svelte";

export class Hints {
  move = $state.raw<Move | null>(null);
  private spots = $state.raw<readonly Spot[]>([]); // the places that are outlined
  private sentence = ""; // what to do, and why
  private expected = ""; // its expected result: a chance to win or points

  constructor(
    private readonly connection: Connection,
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly moves: Moves,
    private readonly notice: Notice,
  ) {}

  ask(): void {
    if (!this.room.view || !this.room.mayHint) return;
    this.playback.catchUp();
    if (this.move) return this.tell();
    const number = this.room.logNumberOf(this.room.view);
    if (!this.playback.isOwnTurn) this.notice.show("A hint is given when it is your turn.");
    else if (!this.moves.isBlocked && this.connection.send({ type: "hint", number })) this.notice.show("Thinking about a hint.");
  }

  receive({ number, actions, sentence, expected }: HintAnswer): void {
    const { view } = this.room;
    if (!view || number !== this.room.logNumberOf(view)) return;
    this.move = view.moves.find((move) => String(move.actions) === String(actions)) ?? null;
    this.spots = this.move?.gesture.spots ?? [];
    [this.sentence, this.expected] = [sentence, expected];
    if (this.move) this.tell();
  }

  /** Whether a place is outlined. */
  isHinted(zone: string, at: number): boolean {
    return this.spots.some((spot) => spot.zone === zone && spot.at === at);
  }

  /** Outline the places of a move that is talked about. */
  outline(spots: readonly Spot[]): void {
    this.spots = spots;
  }

  clear(): void {
    this.move = null;
    this.spots = [];
  }

  private tell(): void {
    this.notice.show(this.sentence, 0, this.expected);
  }
}
