/** One table as this page shows it: what came, what is shown of it so far, and what the player is about to do. */

import { flushSync } from "svelte";

import { connect, type Connect, type Link, type Message, type Wire } from "../protocol/connection";
import type { TableInfo } from "../protocol/api";
import { flights, withTrick } from "../motion/journeys";
import { begin, keyOf, stepOf, type Step } from "../gestures/steps";
import { live } from "./live.svelte";
import * as motion from "../motion/animate";
import type { LastTrick, Move, News, SheetRow, Spot, View } from "../protocol/types";

const FORCED = 650; // how long a single legal move is shown before the page makes it
const NOTICE = 7000;

const NOTHING: Step = { shown: new Set(), reach: new Set(), buttons: [], done: null };

interface Sent {
  made: number;
  actions: number[];
  spots: string[];
}

export class Table {
  view = $state.raw<View | null>(null);
  made = $state(0); // of the newest view that came, be it shown or waiting
  info = $state.raw<TableInfo | null>(null);
  link = $state<Link>("connecting");
  status = $state("");
  notice = $state("");
  picked = $state.raw<string[]>([]);
  resting = $state.raw<LastTrick | null>(null);
  sent = $state.raw<Sent | null>(null);
  log = $state.raw<News[]>([]);
  scored = $state.raw<SheetRow | null>(null); // a deal that has just ended

  /** The view as it is drawn: a finished trick still lies in the middle while it rests. */
  readonly shown = $derived(this.view && this.resting ? withTrick(this.view, this.resting) : this.view);
  readonly step = $derived<Step>(this.view && !this.sent ? stepOf(this.view, this.picked) : NOTHING);
  readonly mine = $derived(!!this.view && this.view.turn !== null && this.view.turn === this.view.seat);

  root: HTMLElement | null = null;
  sky: HTMLElement | null = null;

  private readonly wire: Wire;
  private waiting: View[] = [];
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

  private hear(message: Message): void {
    if (message.type === "status") this.status = message.text;
    else if (message.type === "error") this.refuse(message.code, message.message, message.rule);
    else if (message.type === "view") this.receive(message.view, message.table);
  }

  private refuse(code: string, sentence: string, rule = ""): void {
    this.sent = null;
    if (code !== "stale") this.tell(rule && !sentence.includes(rule) ? `${sentence} (${rule})` : sentence);
  }

  private receive(view: View, info: TableInfo): void {
    this.status = "";
    this.info = info;
    this.made = view.made;
    const sent = this.sent;
    if (sent && view.made > sent.made) {
      this.sent = null;
      this.catchUp();
    }
    this.waiting.push(view);
    if (!this.view || view.made <= this.view.made) this.catchUp();
    else if (!this.pump) this.showNext();
    if (sent && view.made === sent.made) this.wire.send({ type: "move", made: sent.made, actions: sent.actions });
  }

  private showNext(): void {
    this.pump = 0;
    const view = this.waiting.shift();
    if (!view) return;
    this.show(view, motion.moves());
    const pause = this.resting ? motion.FLIGHT + motion.REST : motion.FLIGHT;
    this.pump = window.setTimeout(() => this.showNext(), document.hidden ? 0 : pause);
  }

  /** Show the newest view at once: whoever acts is not made to wait for what moves. */
  catchUp(): void {
    clearTimeout(this.pump);
    this.pump = 0;
    const newest = this.waiting.pop();
    this.waiting = [];
    if (newest) this.show(newest, !!this.view && motion.moves());
  }

  private show(view: View, animated: boolean): void {
    const before = this.view;
    const leaving = this.resting;
    const isFinished = before && view.last_trick && view.last_trick.number > (before.last_trick?.number ?? 0);
    const seen = animated && this.root ? motion.snapshot(this.root) : null;
    clearTimeout(this.forced);
    clearTimeout(this.rest);

    this.view = view;
    this.picked = [];
    this.resting = isFinished ? view.last_trick : null;
    if (before && view.sheet.length > before.sheet.length && !view.result) this.scored = view.sheet.at(-1) ?? null;
    this.hearNews(before, view);
    flushSync();

    if (before && seen && this.root && this.sky) {
      motion.play(this.root, this.sky, seen, flights(before, this.shown ?? view));
      if (leaving) this.sweep(seen, leaving);
    }
    if (this.resting) this.rest = window.setTimeout(() => this.endRest(), motion.FLIGHT + motion.REST);
    this.mayForce(view);
  }

  private endRest(): void {
    const trick = this.resting;
    if (!trick) return;
    const seen = this.root && motion.moves() ? motion.snapshot(this.root) : null;
    this.resting = null;
    flushSync();
    if (seen) this.sweep(seen, trick);
  }

  private sweep(seen: motion.Snapshot, trick: LastTrick): void {
    if (!this.root || !this.sky) return;
    const cards = new Map(trick.cards.flatMap(({ code }) => (seen.has(code) ? [[code, seen.get(code)!] as const] : [])));
    motion.collect(this.root, this.sky, cards, trick.taker);
  }

  private hearNews(before: View | null, view: View): void {
    const last = this.log.at(-1)?.number ?? 0;
    const fresh = view.news.filter((news) => news.number > last);
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

  /** The key under which touching a place leads on: the place itself, or its zone as a whole. */
  reachable(zone: string, at: number): string | null {
    const [here, whole] = [keyOf({ zone, at }), keyOf({ zone, at: -1 })];
    return this.step.reach.has(here) ? here : this.step.reach.has(whole) ? whole : null;
  }

  isShown(zone: string, at: number): boolean {
    return this.step.shown.has(keyOf({ zone, at }));
  }

  isPicked(zone: string, at: number): boolean {
    const key = keyOf({ zone, at });
    return this.picked.includes(key) || !!this.sent?.spots.includes(key);
  }

  /** What the one move does that touching a place would complete, where its label tells it: what follows the colon. */
  effect(zone: string, at: number): string {
    if (!this.view || this.picked.length === 0 || this.sent) return "";
    const { done } = stepOf(this.view, [...this.picked, keyOf({ zone, at })]);
    return done?.label.split(": ")[1] ?? "";
  }

  touch(spot: Spot, why = ""): void {
    const key = keyOf(spot);
    if (this.waiting.length > 0) this.catchUp();
    if (this.sent) return;
    if (this.picked.includes(key)) return this.putBack();
    const found = this.reachable(spot.zone, spot.at);
    if (found && this.view) return this.pick(this.picked.length > 0 ? [...this.picked, found] : begin(this.view, found));
    if (this.view && stepOf(this.view, []).reach.has(key)) return this.pick([key]);
    this.tell(why || this.view?.prompt || "");
  }

  private pick(keys: string[]): void {
    this.hush();
    this.picked = keys;
    if (this.step.done) return this.make(this.step.done);
    if (this.step.buttons.length > 0) live.say(`Choose: ${this.step.buttons.map((move) => move.gesture.button || move.label).join(", ")}.`);
  }

  /** Hold a card without doing its move yet, as a drag does. */
  hold(spot: Spot): void {
    if (this.waiting.length > 0) this.catchUp();
    this.hush();
    this.picked = [keyOf(spot)];
  }

  /** A held card was let go in the open: do the move that it is by itself. */
  letGo(): void {
    const done = this.step.done ?? this.step.buttons.find((move) => !move.gesture.button);
    if (done) this.make(done);
    else if (this.step.buttons.length === 0) this.putBack();
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
    this.sent = { made: view.made, actions: move.actions, spots: move.gesture.spots.map(keyOf) };
    this.picked = [];
    if (!this.wire.send({ type: "move", made: view.made, actions: move.actions })) {
      this.tell("The connection is lost; your move is made when it is back.");
    }
  }

  /** What may be done, in words. */
  choices(): string {
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
