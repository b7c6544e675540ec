/** One room as this page shows it: what has arrived, what is shown of it so far, and what the player is about to do. */

import { flushSync } from "svelte";

import { keyOf } from "../gestures/choices";
import { forces } from "../gestures/forced";
import * as motion from "../motion/animate";
import { courseOf, journeys, lastMoved, since, type Course } from "../motion/journeys";
import { follow } from "../api/shuffleMemory";
import { REACTIONS } from "./info/reactions";
import { sequelOf } from "./info/statusLine";
import type {
  CanWinAnswer, ClientMessage, ErrorMessage, HintAnswer, Move, News, ReactionMessage, RoomInfo, SaidMessage, ServerMessage, View,
} from "../protocol/types";
import { connect, type Connect, type Link, type Wire } from "../api/connection";
import { TakingBack } from "./input/undoRedo";
import { Choosing } from "./input/selection.svelte";
import { Claims } from "./playback/claims.svelte";
import { Company } from "./state/bubbles.svelte";
import { Handing } from "./playback/handover.svelte";
import { live } from "../base/announcer.svelte";
import { Notice } from "./state/notice.svelte";
import { dealOverOf, restOf, withTrick, type DealOver, type Resting } from "./playback/pauses";
import { settings } from "../base/settings.svelte";
import { asks } from "./playback/announcements";
import { Told } from "./playback/callouts.svelte";

const FORCED = 650; // how long a single legal move is shown before the page makes it
const DEAF = 300; // after something came up by itself: a key or a touch was meant for what was there before

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
  resting = $state.raw<Resting | null>(null);
  sent = $state.raw<Sent | null>(null);
  log = $state.raw<News[]>([]);
  dealOver = $state.raw<DealOver | null>(null);
  onlyCard = $state<string | null>(null); // played for the player, who had no other
  hint = $state.raw<Move | null>(null); // what a bot would do
  private expected = ""; // the expected result of it, in words
  readonly handing = new Handing();
  readonly said = new Notice();
  readonly back = new TakingBack(this);
  readonly choosing = new Choosing(this);
  readonly told = new Told();
  readonly claims = new Claims();
  readonly company = new Company();

  /** The view as it is drawn: a finished trick still lies in the middle while it rests. */
  readonly shown = $derived.by(() => {
    if (this.view && this.resting) return this.resting.held ?? withTrick(this.view, this.resting.trick);
    return this.dealOver?.table ?? this.view;
  });
  readonly isWaiting = $derived(!!this.sent || !!this.resting?.held || !!this.dealOver); // nothing can be chosen
  readonly mine = $derived(!!this.view && !this.dealOver && this.view.turn !== null && this.view.turn === this.view.seat);
  readonly moved = $derived(this.shown && !this.dealOver ? lastMoved(this.shown) : new Set<string>());

  root: HTMLElement | null = null;
  sky: HTMLElement | null = null;

  private readonly wire: Wire;
  private waiting: View[] = [];
  private readonly numbers = new WeakMap<View, number>(); // of the room's log, when a view was sent
  private pump = 0;
  private rest = 0;
  private forced = 0;
  private deaf = 0; // until when input is not for what is there now

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
    for (const timer of [this.pump, this.rest, this.forced]) clearTimeout(timer);
    this.said.clear();
    this.told.clear();
    this.claims.clear();
    this.company.clear();
    this.wire.close();
  }

  get isDeaf(): boolean {
    return performance.now() < this.deaf;
  }

  // -- what the server says ---------------------------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    if (message.type === "lobby" || message.type === "view") follow(message.room, (value) => this.wire.send({ type: "random", value }));
    if (message.type === "hint") this.receiveHint(message);
    else if (message.type === "can_win") this.receiveAnswer(message);
    else if (message.type === "claimed") this.claims.hear(message, this.view?.made ?? 0, !!this.dealOver);
    else if (message.type === "status") this.status = message.text;
    else if (message.type === "error") this.refuse(message);
    else if (message.type === "view") this.receive(message.view, message.room);
    else if (message.type === "lobby") this.learn(message.room);
    else if (message.type === "reaction" || message.type === "said") this.listen(message);
  }

  private learn(info: RoomInfo): void {
    const last = this.info;
    this.status = "";
    this.info = info;
    this.company.hearRoom();
    if (last?.status === "open" && info.status === "given up") this.hush();
    if (last && !last.sequel && info.sequel) live.say(sequelOf(info)?.text ?? "");
    this.back.learn(last, info);
  }

  private listen(message: ReactionMessage | SaidMessage): void {
    const who = this.info?.seats[message.seat]?.name ?? "";
    this.company.hear(message);
    live.say(`${who}: ${message.type === "said" ? message.text : REACTIONS[message.reaction].name}.`);
  }

  private receiveAnswer({ number, sentence }: CanWinAnswer): void {
    if (this.view && number === this.numbers.get(this.view)) this.tell(sentence);
  }

  private receiveHint({ number, actions, expected }: HintAnswer): void {
    const view = this.view;
    if (!view || number !== this.numbers.get(view)) return;
    this.hint = view.moves.find((move) => String(move.actions) === String(actions)) ?? null;
    this.expected = expected;
    if (this.hint) this.tell(this.hintSaid);
  }

  private refuse({ code, message, rule }: ErrorMessage): void {
    const wasMine = !!this.sent;
    this.sent = null;
    this.back.asked = false;
    if (code === "stale") {
      if (wasMine) this.tell("The game went on elsewhere, perhaps in another tab; this is how it stands now.");
    } else if (!this.view && this.info?.status !== "waiting") this.status = message;
    else this.tell(rule && !message.includes(rule) ? `${message} (${rule})` : message);
  }

  private receive(view: View, info: RoomInfo): void {
    this.learn(info);
    this.made = view.made;
    const sent = this.sent;
    if (sent && info.number > sent.number) {
      this.sent = null;
      this.catchUp();
    }
    this.numbers.set(view, info.number);
    this.waiting.push(view);
    if (!this.view || view.made <= this.view.made) this.catchUp();
    else if (!this.pump && !this.dealOver) this.showNext();
    if (sent && info.number === sent.number) this.wire.send({ type: "move", number: sent.number, actions: sent.actions });
  }

  private showNext(): void {
    this.pump = 0;
    const view = this.dealOver ? undefined : this.waiting.shift();
    if (!view) return;
    this.show(view, motion.moves());
    const pause = this.resting ? motion.FLIGHT + motion.REST : motion.FLIGHT;
    this.pump = window.setTimeout(() => this.showNext(), document.hidden ? 0 : pause);
  }

  /** Show the newest view at once. */
  private catchUp(): void {
    if (this.dealOver) return;
    clearTimeout(this.pump);
    this.pump = 0;
    const newest = this.waiting.pop();
    this.waiting = [];
    if (newest) this.show(newest, !!this.view && motion.moves());
  }

  private show(view: View, animated: boolean): void {
    if (this.handing.draws(view, this.info)) return;
    const last = this.view;
    if (last && this.isSame(last, view)) return this.refresh(last, view);
    const before = last?.seat === view.seat ? last : null;
    if (last && !before) this.log = []; // another seat's
    if (before && view.made < before.made) this.takeBack(view);
    else this.back.asked = false;
    const leaving = this.resting;
    const course = courseOf(last ? since(last, view) : []);
    const stage = animated && before ? this.stage() : null;
    const seen = stage && motion.snapshot(stage.root);
    clearTimeout(this.forced);
    clearTimeout(this.rest);

    if (before && view.made > before.made && (view.made > this.said.about || view.turn === view.seat)) this.hush();
    this.view = view;
    this.choosing.picked = [];
    this.hint = null;
    this.resting = before && course.tookTrick && view.last_trick ? restOf(before, view.last_trick, course) : null;
    this.dealOver = dealOverOf(last, view, course, this.resting);
    if (this.onlyCard !== null && !this.shown?.zones.some((zone) => zone.kind === "trick" && zone.faces.some((face) => face.code === this.onlyCard))) {
      this.onlyCard = null;
    }
    this.hearNews(before, view, course);
    this.back.tellWhatWasUnsaid();
    this.claims.reach(view.made, !!this.dealOver);
    flushSync();

    if (stage && seen) {
      if (leaving) this.sweep(stage, seen, leaving);
      this.move(stage, seen, course, leaving);
    }
    if (this.resting) this.rest = window.setTimeout(() => this.endRest(), motion.FLIGHT + motion.REST);
    this.mayForce(view);
  }

  /** Has nothing happened at the table, though something may have changed around it? */
  private isSame(last: View, view: View): boolean {
    return view.seat === last.seat && view.made === last.made && this.numbers.get(view) === this.numbers.get(last);
  }

  /** Names or roles have changed; what the player was about to do stands. */
  private refresh(last: View, view: View): void {
    if (JSON.stringify(last) === JSON.stringify(view)) return;
    this.view = view;
    this.mayForce(view);
  }

  private takeBack(view: View): void {
    this.log = this.log.filter((news) => news.number <= view.made);
    const mine = this.back.asked;
    this.back.asked = false;
    this.told.clear();
    if (!mine) this.tell("A move was taken back.");
    else live.say("Taken back.");
  }

  /** Whoever sits at the other seat is now at the screen. */
  lift(): void {
    const view = this.handing.lift();
    this.deaf = performance.now() + DEAF;
    if (view) this.show(view, false);
  }

  private stage(): motion.Stage | null {
    return this.view && this.root && this.sky ? { root: this.root, sky: this.sky, deck: this.view.deck } : null;
  }

  /** Show how the cards got to where they lie. */
  private move(stage: motion.Stage, seen: motion.Snapshot, course: Course, leaving: Resting | null): void {
    const deal = leaving?.held ? (course.deal ?? leaving.course.deal) : course.deal;
    if (deal && !this.resting?.held && !this.dealOver) motion.deal(stage, deal.seat);
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
    if (this.dealOver) this.deaf = performance.now() + DEAF;
    flushSync();
    if (!stage || !seen) return;
    this.sweep(stage, seen, resting);
    if (resting.held && !this.dealOver) motion.deal(stage, resting.course.deal?.seat ?? null);
  }

  /** The player has seen how the deal ended. */
  nextDeal(): void {
    const over = this.dealOver;
    if (!over || this.isDeaf) return;
    this.resting = null;
    this.dealOver = null;
    this.claims.dismiss();
    this.deaf = performance.now() + DEAF;
    flushSync();
    const stage = motion.moves() ? this.stage() : null;
    if (stage) motion.deal(stage, over.dealer);
    live.say(over.unsaid);
    if (this.waiting.length > 0) this.pump = window.setTimeout(() => this.showNext(), motion.FLIGHT);
    else if (this.view) this.mayForce(this.view);
  }

  private sweep(stage: motion.Stage, seen: motion.Snapshot, { trick }: Resting): void {
    motion.collect(stage, seen, trick.cards.map(({ code }) => code), trick.taker);
  }

  private hearNews(before: View | null, view: View, course: Course): void {
    const fresh = (before ? since(before, view) : view.news).filter((news) => news.text !== "");
    this.log = [...this.log, ...fresh];
    const now = this.dealOver ? course.played.filter((news) => news.text !== "") : fresh;
    const told = before ? now.map((news) => news.text) : [];
    this.told.hear(before ? now : fresh.filter((news) => news.number === view.made && news.shows), view);
    if (this.dealOver) told.push("The deal is over.");
    else if (asks(before, view, told)) told.push(view.prompt);
    live.say(told.join(" "));
  }

  private mayForce(view: View): void {
    const only = view.moves[0];
    if (!only || !forces(view, settings.forced) || this.waiting.length > 0 || this.dealOver) return;
    const pause = this.resting ? motion.FLIGHT + motion.REST + FORCED / 2 : FORCED;
    this.forced = window.setTimeout(() => this.view === view && this.force(only), pause);
  }

  /** Make the only move for the player, and say so. */
  private force(only: Move): void {
    const [spot] = only.gesture.spots;
    const zone = this.view?.zones.find(({ id }) => id === spot?.zone);
    const isCard = zone?.purpose === "hand";
    this.send(only);
    this.onlyCard = isCard ? (zone?.faces[spot!.at]?.code ?? null) : null;
    this.deaf = performance.now() + DEAF;
    this.tell(isCard ? "The only card: it was played for you." : "The only thing to do: it was done for you.");
    this.said.about += this.view?.seats.length ?? 1; // it stays while the others move, until the player's own turn
  }

  // -- what the player does ---------------------------------------------------------------------------------------

  /** A player who does something is shown the newest view at once. */
  hurry(): void {
    if (this.waiting.length > 0) this.catchUp();
    if (this.resting?.held) this.endRest();
  }

  /** May a hint be asked for? Not while others play. */
  get mayHint(): boolean {
    const seats = this.info?.seats;
    return this.info?.status === "open" && !!seats?.some((seat) => seat.you) && seats.every((seat) => seat.you || seat.kind === "bot");
  }

  private get hintSaid(): string {
    return `Hint: ${this.hint?.label}${this.expected && `, expected result ${this.expected}`}.`;
  }

  askHint(): void {
    if (!this.view || !this.mayHint) return;
    this.hurry();
    if (this.hint) return this.tell(this.hintSaid);
    const number = this.numbers.get(this.view) ?? 0;
    if (this.mine && !this.isWaiting && this.wire.send({ type: "hint", number })) this.tell("Thinking about a hint.");
    else if (!this.mine) this.tell("A hint is given when it is your turn.");
  }

  /** Ask whether a game for one can still be won, with all cards known. */
  askWhetherToWin(): void {
    if (!this.view || !this.info?.may_ask) return;
    this.hurry();
    const number = this.numbers.get(this.view) ?? 0;
    if (!this.isWaiting && this.wire.send({ type: "can_win", number })) this.tell("Finding out whether it can still be won.");
  }

  /** May the player claim the rest of a deal when it is their turn? */
  get mayClaim(): boolean {
    const seats = this.info?.seats ?? [];
    return this.info?.status === "open" && seats.length > 1 && seats.some((seat) => seat.you);
  }

  /** End the deal, if its rest is certain from what the player knows; the server looks. */
  claim(): void {
    if (!this.view || !this.mayClaim) return;
    this.hurry();
    const number = this.numbers.get(this.view) ?? 0;
    if (!this.mine) this.tell("The rest can be claimed when it is your turn.");
    else if (!this.isWaiting && this.wire.send({ type: "claim", number })) this.tell("Looking whether the rest is certain.");
  }

  // -- beside the moves -----------------------------------------------------------------------------------------

  /** Send something that is no move; if the connection is lost, say so. */
  ask(message: ClientMessage): void {
    this.back.hasWithdrawn = message.type === "withdraw";
    if (!this.wire.send(message)) this.tell("The connection is lost; try again when it is back.");
  }

  make(move: Move): void {
    if (!this.isDeaf && !this.dealOver) this.send(move);
  }

  private send(move: Move): void {
    const view = this.view;
    if (!view || this.sent) return;
    clearTimeout(this.forced);
    this.hush();
    const number = this.numbers.get(view) ?? 0;
    this.sent = { number, actions: move.actions, spots: move.gesture.spots.map(keyOf) };
    this.choosing.picked = [];
    if (!this.wire.send({ type: "move", number, actions: move.actions })) {
      this.tell("The connection is lost; your move will be made when it is back.");
    }
  }

  get notice(): string {
    return this.said.text;
  }

  tell(sentence: string): void {
    this.said.tell(sentence, this.view?.made ?? 0);
  }

  hush(): void {
    this.said.hush();
  }
}
