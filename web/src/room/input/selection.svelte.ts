/** What the player has picked for a move, and what could follow. */

import { announcer } from "../../base/announcer.svelte";
import { begin, buttonText, choicesOf, reachOf } from "../../gestures/choices";
import { keyOf, type Choices } from "../../gestures/spots";
import { isTogether } from "../../gestures/together";
import type { Move, Spot, View } from "../../protocol/types";
import type { Playback } from "../playback/playback.svelte";
import type { InputPause } from "../state/inputPause";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { Moves } from "./moves.svelte";

const NOTHING: Choices = { shown: new Set(), reach: new Set(), buttons: [], done: null };
const MOST_LISTED = 14; // moves in a sentence

export class Selection {
  picked = $state.raw<string[]>([]);
  readonly choices = $derived.by<Choices>(() => (this.room.view && !this.moves.isBlocked ? choicesOf(this.room.view, this.picked) : NOTHING));
  /** What a move may begin with: also what would replace the present choice. */
  private readonly beginnings = $derived.by(() => (this.room.view && !this.moves.isBlocked ? reachOf(this.room.view) : NOTHING.reach));

  constructor(
    private readonly room: RoomState,
    private readonly playback: Playback,
    private readonly moves: Moves,
    private readonly notice: Notice,
    private readonly inputPause: InputPause,
  ) {}

  /** The place that is meant by touching one: of two cards that are alike, the one with which moves are made, until it is picked. */
  private meant(zone: string, at: number): number {
    const like = this.room.view?.zones.find(({ id }) => id === zone)?.faces[at]?.like ?? null;
    return like === null || this.picked.includes(keyOf({ zone, at: like })) ? at : like;
  }

  /** The key of the spot that is meant by touching a place: the place itself, or its zone as a whole; null if neither helps. */
  spotFor(zone: string, touched: number): string | null {
    const at = this.meant(zone, touched);
    const [place, whole] = [keyOf({ zone, at }), keyOf({ zone, at: -1 })];
    return this.choices.reach.has(place) ? place : this.choices.reach.has(whole) ? whole : null;
  }

  isShown(zone: string, at: number): boolean {
    return this.choices.shown.has(keyOf({ zone, at: this.meant(zone, at) }));
  }

  /** Whether touching a place would replace what is picked by another choice. */
  isAlternative(zone: string, at: number): boolean {
    return this.picked.length > 0 && this.beginnings.has(keyOf({ zone, at: this.meant(zone, at) })) && !this.isShown(zone, at);
  }

  isPicked(zone: string, at: number): boolean {
    const key = keyOf({ zone, at });
    return this.picked.includes(key) || !!this.moves.sent?.spots.includes(key);
  }

  /** The effect of the move that touching a place would complete; empty if there is none. */
  effect(zone: string, at: number): string {
    if (!this.room.view || this.picked.length === 0 || this.moves.sent) return "";
    const { done } = choicesOf(this.room.view, [...this.picked, keyOf({ zone, at: this.meant(zone, at) })]);
    return done?.effect ?? "";
  }

  /** The player touched a place: pick it, put it back, or say why it cannot be picked. */
  touch(spot: Spot, why = ""): void {
    const key = keyOf(spot);
    if (this.inputPause.isActive) return;
    this.playback.catchUp();
    if (this.moves.isBlocked) return;
    const { view } = this.room;
    if (this.picked.includes(key)) return isTogether(view) ? this.pick(this.picked.filter((other) => other !== key)) : this.putBack();
    const found = this.spotFor(spot.zone, spot.at);
    if (view && isTogether(view)) return found ? this.pick([...this.picked, found]) : this.notice.show(why || this.enough(view));
    if (found && view) return this.pick(this.picked.length > 0 ? [...this.picked, found] : begin(view, found));
    const whole = keyOf({ zone: spot.zone, at: -1 });
    const twin = keyOf({ zone: spot.zone, at: this.meant(spot.zone, spot.at) });
    const other = [key, twin, whole].find((each) => this.beginnings.has(each) && !this.picked.includes(each));
    if (other && view) return this.pick(begin(view, other));
    this.notice.show(why || view?.prompt || "");
  }

  /** What is said when no further card can be chosen. */
  private enough(view: View): string {
    return this.picked.length < view.together ? view.prompt : `You have chosen ${view.together} cards: touch one again to put it back.`;
  }

  private pick(keys: string[]): void {
    this.notice.hide();
    this.picked = keys;
    const { view } = this.room;
    if (view && isTogether(view) && keys.length < view.together) announcer.announce(`${keys.length} of ${view.together} chosen.`);
    if (this.choices.done) return this.make(this.choices.done);
    if (this.choices.buttons.length > 0) announcer.announce(`Choose: ${this.choices.buttons.map(buttonText).join(", ")}.`);
  }

  /** Hold a card without making its move yet, as a drag does. */
  hold(spot: Spot): void {
    if (this.inputPause.isActive) return;
    this.playback.catchUp();
    this.notice.hide();
    this.picked = [keyOf({ zone: spot.zone, at: this.meant(spot.zone, spot.at) })];
  }

  /** The held card was dropped outside any place: make the move that it is by itself. */
  drop(): void {
    const done = this.choices.done ?? this.choices.buttons.find((move) => !move.gesture.button);
    if (done) this.make(done);
    else if (this.choices.buttons.length === 0 && !isTogether(this.room.view)) this.putBack();
  }

  /** Make a move, with which the selection ends. */
  make(move: Move): void {
    if (this.moves.make(move)) this.clear();
  }

  putBack(): void {
    this.clear();
    this.notice.hide();
  }

  clear(): void {
    this.picked = [];
  }

  /** What the player may do, as a sentence. */
  describe(): string {
    const moves = this.room.view?.moves ?? [];
    if (moves.length === 0) return this.room.view?.prompt ?? "";
    const labels = moves.slice(0, MOST_LISTED).map((move) => move.label);
    const more = moves.length > MOST_LISTED ? `, and ${moves.length - MOST_LISTED} more` : "";
    return `You may: ${labels.join("; ")}${more}.`;
  }
}
