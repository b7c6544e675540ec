/** The move that a bot would make, shown when the player asks for it. */

import type { Connection } from "../../api/connection";
import type { HintAnswer, Move, Spot } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { Moves } from "./moves.svelte";

export class Hints {
  move = $state.raw<Move | null>(null);
  private marked = $state.raw<readonly Spot[]>([]); // the better move, in a review
  private answer: Pick<HintAnswer, "sentence" | "figure" | "expected"> = { sentence: "", figure: "", expected: "" };

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

  receive({ number, actions, ...answer }: HintAnswer): void {
    const { view } = this.room;
    if (!view || number !== this.room.logNumberOf(view)) return;
    this.move = view.moves.find((move) => String(move.actions) === String(actions)) ?? null;
    this.answer = answer;
    if (this.move) this.tell();
  }

  /** Whether a place is part of the move. */
  isHinted(zone: string, at: number): boolean {
    return (this.move?.gesture.spots ?? this.marked).some((spot) => spot.zone === zone && spot.at === at);
  }

  /** What is marked: the hint or, in a review, the better move. */
  get name(): string {
    return this.marked.length ? "the better move" : "the hint";
  }

  /** Mark the better move of a review. */
  mark(spots: readonly Spot[]): void {
    this.marked = spots;
  }

  clear(): void {
    this.move = null;
  }

  private tell(): void {
    const { sentence, figure, expected } = this.answer;
    this.notice.show(sentence, 0, figure ? { figure, about: expected } : null);
  }
}
