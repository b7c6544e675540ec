/** What the player is about to do: what is picked so far, and what could follow. */

import { begin, choicesOf, keyOf, reachOf, type Choices } from "../../gestures/choices";
import type { Spot } from "../../protocol/types";
import { live } from "../../base/announcer.svelte";
import type { Room } from "../room.svelte";

const NOTHING: Choices = { shown: new Set(), reach: new Set(), buttons: [], done: null };

export class Choosing {
  picked = $state.raw<string[]>([]);
  readonly choices = $derived.by<Choices>(() => (this.room.view && !this.room.isWaiting ? choicesOf(this.room.view, this.picked) : NOTHING));
  /** What a move may begin with: also what would replace the choice made so far. */
  private readonly begins = $derived.by(() => (this.room.view && !this.room.isWaiting ? reachOf(this.room.view) : NOTHING.reach));

  constructor(private readonly room: Room) {}

  /** The key of the spot that touching a place means: the place itself, or its zone as a whole. */
  reachable(zone: string, at: number): string | null {
    const [here, whole] = [keyOf({ zone, at }), keyOf({ zone, at: -1 })];
    return this.choices.reach.has(here) ? here : this.choices.reach.has(whole) ? whole : null;
  }

  isShown(zone: string, at: number): boolean {
    return this.choices.shown.has(keyOf({ zone, at }));
  }

  /** Is a place part of the move that was hinted at? */
  isHinted(zone: string, at: number): boolean {
    return this.room.hint?.gesture.spots.some((spot) => spot.zone === zone && spot.at === at) ?? false;
  }

  /** Would touching a place put another choice in place of what is picked? */
  isOther(zone: string, at: number): boolean {
    return this.picked.length > 0 && this.begins.has(keyOf({ zone, at })) && !this.isShown(zone, at);
  }

  isPicked(zone: string, at: number): boolean {
    const key = keyOf({ zone, at });
    return this.picked.includes(key) || !!this.room.sent?.spots.includes(key);
  }

  /** What a move brings, if touching a place would complete exactly one. */
  effect(zone: string, at: number): string {
    if (!this.room.view || this.picked.length === 0 || this.room.sent) return "";
    const { done } = choicesOf(this.room.view, [...this.picked, keyOf({ zone, at })]);
    return done?.effect ?? "";
  }

  touch(spot: Spot, why = ""): void {
    const key = keyOf(spot);
    if (this.room.isDeaf) return;
    this.room.hurry();
    if (this.room.isWaiting) return;
    if (this.picked.includes(key)) return this.putBack();
    const found = this.reachable(spot.zone, spot.at);
    if (found && this.room.view) return this.pick(this.picked.length > 0 ? [...this.picked, found] : begin(this.room.view, found));
    const whole = keyOf({ zone: spot.zone, at: -1 });
    const other = [key, whole].find((each) => this.begins.has(each) && !this.picked.includes(each));
    if (other && this.room.view) return this.pick(begin(this.room.view, other));
    this.room.tell(why || this.room.view?.prompt || "");
  }

  private pick(keys: string[]): void {
    this.room.hush();
    this.picked = keys;
    if (this.choices.done) return this.room.make(this.choices.done);
    if (this.choices.buttons.length > 0) live.say(`Choose: ${this.choices.buttons.map((move) => move.gesture.button || move.label).join(", ")}.`);
  }

  /** Hold a card without doing its move yet, as a drag does. */
  hold(spot: Spot): void {
    if (this.room.isDeaf) return;
    this.room.hurry();
    this.room.hush();
    this.picked = [keyOf(spot)];
  }

  /** A held card was dropped in the open: do the move that it is by itself. */
  letGo(): void {
    const done = this.choices.done ?? this.choices.buttons.find((move) => !move.gesture.button);
    if (done) this.room.make(done);
    else if (this.choices.buttons.length === 0) this.putBack();
  }

  putBack(): void {
    this.picked = [];
    this.room.hush();
  }

  /** What may be done, in words. */
  choicesInWords(): string {
    const moves = this.room.view?.moves ?? [];
    if (moves.length === 0) return this.room.view?.prompt ?? "";
    const most = 14;
    const labels = moves.slice(0, most).map((move) => move.label);
    const more = moves.length > most ? `, and ${moves.length - most} more` : "";
    return `You may: ${labels.join("; ")}${more}.`;
  }
}
