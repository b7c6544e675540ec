/** One room as this page shows it: what has arrived, what is shown of it so far, and what the player is about to do. */

import { flushSync } from "svelte";

import { begin, choicesOf, keyOf, type Choices } from "../gestures/choices";
import * as motion from "../motion/animate";
import { courseOf, journeys, since, type Course } from "../motion/journeys";
import type { DealSummary, ErrorMessage, LastTrick, Move, News, RoomInfo, ServerMessage, Spot, View } from "../protocol/types";
import { connect, type Connect, type Link, type Wire } from "../protocol/connection";
import { live } from "./live.svelte";
import { beforeDeal, withTrick } from "./resting";

const FORCED = 650; // how long a single legal move is shown before the page makes it
const NOTICE = 7000;

const NOTHING: Choices = { shown: new Set(), reach: new Set(), buttons: [], done: null };

/** A finished trick that still lies in the middle. */
interface Resting {
  trick: LastTrick;
  held: View | null; // the table as it was, if cards have been dealt since: they are not shown yet
  course: Course;
}

interface Sent {
  number: number; // of the room's log, as it was when the move was made
  actions: number[];
  spots: string[];
}

export class Room {
  view = $state.raw<View | null>(null);
  made = $state(0); // of the newest view that has arrived, whether shown or waiting
  info = $state.raw<RoomInfo | null>(null);
  link = $state<Link>("connecting");
  status = $state("");
  notice = $state("");
  picked = $state.raw<string[]>([]);
  resting = $state.raw<Resting | null>(null);
  sent = $state.raw<Sent | null>(null);
  log = $state.raw<News[]>([]);
  scored = $state.raw<DealSummary | null>(null); // a deal that has just ended

  /** The view as it is drawn: a finished trick still lies in the middle while it rests. */
  readonly shown = $derived(this.view && this.resting ? (this.resting.held ?? withTrick(this.view, this.resting.trick)) : this.view);
  readonly choices = $derived<Choices>(this.view && !this.sent && !this.resting?.held ? choicesOf(this.view, this.picked) : NOTHING);
  readonly mine = $derived(!!this.view && this.view.turn !== null && this.view.turn === this.view.seat);

  root: HTMLElement | null = null;
  sky: HTMLElement | null = null;

  private readonly wire: Wire;
  private waiting: View[] = [];
  private readonly numbers = new WeakMap<View, number>(); // of the room's log, when a view was sent
  private pump = 0;
  private rest = 0;
  private forced = 0;
  private quiet = 0;

  constructor(
    readonly id: string,
    open: Connect = connect,
  ) {
    this.wire = open(id, {
      hears: (message) => this.hear(message),
      linked: (link) => (this.link = link),
    });
  }

  close(): void {
    for (const timer of [this.pump, this.rest, this.forced, this.quiet]) clearTimeout(timer);
    this.wire.close();
  }

  // -- what the server says ---------------------------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    if (message.type === "status") this.status = message.text;
    else if (message.type === "error") this.refuse(message);
    else if (message.type === "view") this.receive(message.view, message.room);
  }

  private refuse({ code, message, rule }: ErrorMessage): void {
    this.sent = null;
    if (!this.view) this.status = message;
    else if (code !== "stale") this.tell(rule && !message.includes(rule) ? `${message} (${rule})` : message);
  }

  private receive(view: View, info: RoomInfo): void {
    this.status = "";
    this.info = info;
    this.made = view.made;
    const sent = this.sent;
    if (sent && info.number > sent.number) {
      this.sent = null;
      this.catchUp();
    }
    this.numbers.set(view, info.number);
    this.waiting.push(view);
    if (!this.view || view.made <= this.view.made) this.catchUp();
    else if (!this.pump) this.showNext();
    if (sent && info.number === sent.number) this.wire.send({ type: "move", number: sent.number, actions: sent.actions });
  }

  private showNext(): void {
    this.pump = 0;
    const view = this.waiting.shift();
    if (!view) return;
    this.show(view, motion.moves());
    const pause = this.resting ? motion.FLIGHT + motion.REST : motion.FLIGHT;
    this.pump = window.setTimeout(() => this.showNext(), document.hidden ? 0 : pause);
  }

  /** Show the newest view at once. */
  private catchUp(): void {
    clearTimeout(this.pump);
    this.pump = 0;
    const newest = this.waiting.pop();
    this.waiting = [];
    if (newest) this.show(newest, !!this.view && motion.moves());
  }

  private show(view: View, animated: boolean): void {
    const before = this.view;
    const leaving = this.resting;
    const course = courseOf(before ? since(before, view) : []);
    const stage = animated ? this.stage() : null;
    const seen = stage && motion.snapshot(stage.root);
    clearTimeout(this.forced);
    clearTimeout(this.rest);

    this.view = view;
    this.picked = [];
    this.resting = before && course.tookTrick && view.last_trick ? rest(before, view.last_trick, course) : null;
    if (course.played.some((news) => news.kind === "score") && !view.result) this.scored = view.sheet.at(-1) ?? null;
    this.hearNews(before, view);
    flushSync();

    if (stage && seen) {
      if (leaving) this.sweep(stage, seen, leaving);
      this.move(stage, seen, course, leaving);
    }
    if (this.resting) this.rest = window.setTimeout(() => this.endRest(), motion.FLIGHT + motion.REST);
    this.mayForce(view);
  }

  private stage(): motion.Stage | null {
    return this.view && this.root && this.sky ? { root: this.root, sky: this.sky, deck: this.view.deck } : null;
  }

  /** Show how the cards got to where they lie. */
  private move(stage: motion.Stage, seen: motion.Snapshot, course: Course, leaving: Resting | null): void {
    const deal = leaving?.held ? (course.deal ?? leaving.course.deal) : course.deal;
    if (deal && !this.resting?.held) motion.deal(stage, deal.seat);
    else motion.play(stage, seen, journeys(course.played));
  }

  /** The resting trick goes to whoever took it; a player who acts need not wait for that. */
  endRest(): void {
    const resting = this.resting;
    if (!resting) return;
    clearTimeout(this.rest);
    const stage = motion.moves() ? this.stage() : null;
    const seen = stage && motion.snapshot(stage.root);
    this.resting = null;
    flushSync();
    if (!stage || !seen) return;
    this.sweep(stage, seen, resting);
    if (resting.held) motion.deal(stage, resting.course.deal?.seat ?? null);
  }

  private sweep(stage: motion.Stage, seen: motion.Snapshot, { trick }: Resting): void {
    motion.collect(stage, seen, trick.cards.map(({ code }) => code), trick.taker);
  }

  private hearNews(before: View | null, view: View): void {
    const fresh = (before ? since(before, view) : view.news).filter((news) => news.text !== "");
    this.log = [...this.log, ...fresh];
    const told = before ? fresh.map((news) => news.text) : [];
    if (!before || view.prompt !== before.prompt || view.turn !== before.turn) told.push(view.prompt);
    live.say(told.join(" "));
  }

  private mayForce(view: View): void {
    const only = view.moves[0];
    if (view.moves.length !== 1 || view.ask || view.result || !only || this.waiting.length > 0) return;
    const pause = this.resting ? motion.FLIGHT + motion.REST + FORCED / 2 : FORCED;
    this.forced = window.setTimeout(() => this.view === view && this.make(only), pause);
  }

  // -- what the player does ---------------------------------------------------------------------------------------

  /** A player who does something is shown the newest view at once. */
  hurry(): void {
    if (this.waiting.length > 0) this.catchUp();
    if (this.resting?.held) this.endRest();
  }

  /** The key of the spot that touching a place means: the place itself, or its zone as a whole. */
  reachable(zone: string, at: number): string | null {
    const [here, whole] = [keyOf({ zone, at }), keyOf({ zone, at: -1 })];
    return this.choices.reach.has(here) ? here : this.choices.reach.has(whole) ? whole : null;
  }

  isShown(zone: string, at: number): boolean {
    return this.choices.shown.has(keyOf({ zone, at }));
  }

  isPicked(zone: string, at: number): boolean {
    const key = keyOf({ zone, at });
    return this.picked.includes(key) || !!this.sent?.spots.includes(key);
  }

  /** What a move brings, if touching a place would complete exactly one. */
  effect(zone: string, at: number): string {
    if (!this.view || this.picked.length === 0 || this.sent) return "";
    const { done } = choicesOf(this.view, [...this.picked, keyOf({ zone, at })]);
    return done?.effect ?? "";
  }

  touch(spot: Spot, why = ""): void {
    const key = keyOf(spot);
    this.hurry();
    if (this.sent) return;
    if (this.picked.includes(key)) return this.putBack();
    const found = this.reachable(spot.zone, spot.at);
    if (found && this.view) return this.pick(this.picked.length > 0 ? [...this.picked, found] : begin(this.view, found));
    if (this.view && choicesOf(this.view, []).reach.has(key)) return this.pick([key]);
    this.tell(why || this.view?.prompt || "");
  }

  private pick(keys: string[]): void {
    this.hush();
    this.picked = keys;
    if (this.choices.done) return this.make(this.choices.done);
    if (this.choices.buttons.length > 0) live.say(`Choose: ${this.choices.buttons.map((move) => move.gesture.button || move.label).join(", ")}.`);
  }

  /** Hold a card without doing its move yet, as a drag does. */
  hold(spot: Spot): void {
    this.hurry();
    this.hush();
    this.picked = [keyOf(spot)];
  }

  /** A held card was dropped in the open: do the move that it is by itself. */
  letGo(): void {
    const done = this.choices.done ?? this.choices.buttons.find((move) => !move.gesture.button);
    if (done) this.make(done);
    else if (this.choices.buttons.length === 0) this.putBack();
  }

  putBack(): void {
    this.picked = [];
    this.hush();
  }

  make(move: Move): void {
    const view = this.view;
    if (!view || this.sent) return;
    clearTimeout(this.forced);
    this.hush();
    this.scored = null;
    const number = this.numbers.get(view) ?? 0;
    this.sent = { number, actions: move.actions, spots: move.gesture.spots.map(keyOf) };
    this.picked = [];
    if (!this.wire.send({ type: "move", number, actions: move.actions })) {
      this.tell("The connection is lost; your move will be made when it is back.");
    }
  }

  /** What may be done, in words. */
  choicesInWords(): string {
    const moves = this.view?.moves ?? [];
    if (moves.length === 0) return this.view?.prompt ?? "";
    const most = 14;
    const labels = moves.slice(0, most).map((move) => move.label);
    const more = moves.length > most ? `, and ${moves.length - most} more` : "";
    return `You may: ${labels.join("; ")}${more}.`;
  }

  tell(sentence: string): void {
    clearTimeout(this.quiet);
    this.notice = sentence;
    live.say(sentence);
    if (sentence) this.quiet = window.setTimeout(() => (this.notice = ""), Math.max(NOTICE, sentence.length * 70));
  }

  private hush(): void {
    clearTimeout(this.quiet);
    this.notice = "";
  }
}

/** The finished trick, and the table before the deal that followed it, if it can be made from the view before. */
function rest(before: View, trick: LastTrick, course: Course): Resting {
  const isNext = trick.number === (before.last_trick?.number ?? 0) + 1;
  return { trick, held: course.deal && isNext ? beforeDeal(before, trick, course.tookTrick?.text ?? "") : null, course };
}
