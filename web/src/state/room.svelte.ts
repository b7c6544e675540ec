/** One room as this page shows it: what has arrived, what is shown of it so far, and what the player is about to do. */

import { flushSync } from "svelte";

import { begin, choicesOf, keyOf, reachOf, type Choices } from "../gestures/choices";
import { forces } from "../gestures/forced";
import * as motion from "../motion/animate";
import { courseOf, journeys, lastMoved, since, type Course } from "../motion/journeys";
import { follow } from "../fair/kept";
import { ownOf } from "../people/faces";
import { REACTIONS } from "../people/reactions";
import { sequelOf } from "../people/strip";
import type {
  ClientMessage, DealSummary, ErrorMessage, HintAnswer, LastTrick, Move, News, ReactionMessage, RoomInfo, SaidMessage, ServerMessage, Spot, View,
} from "../protocol/types";
import { connect, type Connect, type Link, type Wire } from "../protocol/connection";
import { Company } from "./company.svelte";
import { live } from "./live.svelte";
import { afterDeal, beforeDeal, withTrick } from "./resting";
import { settings } from "./settings.svelte";
import { Told } from "./told.svelte";

const FORCED = 650; // how long a single legal move is shown before the page makes it
const NOTICE = 7000;
const DEAF = 300; // after something came up by itself: a key or a touch was meant for what was there before

const NOTHING: Choices = { shown: new Set(), reach: new Set(), buttons: [], done: null };

/** A finished trick that still lies in the middle. */
interface Resting {
  trick: LastTrick;
  held: View | null; // the table as it was, if cards have been dealt since: they are not shown yet
  course: Course;
}

/** A deal that has ended: the table stays as it is until the player goes on, and whatever arrives meanwhile waits. */
interface DealOver {
  deal: DealSummary | null; // null: the game scores no deals
  table: View;
  dealer: number | null; // of the next one
  unsaid: string;
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
  dealOver = $state.raw<DealOver | null>(null);
  onlyCard = $state<string | null>(null); // played for the player, who had no other
  hint = $state.raw<Move | null>(null); // what a bot would do
  private expected = ""; // the expected result of it, in words
  curtain = $state<number | null>(null); // whose cards are shown next, at a screen that is handed over
  readonly told = new Told();
  readonly company = new Company();

  /** The view as it is drawn: a finished trick still lies in the middle while it rests. */
  readonly shown = $derived.by(() => {
    if (this.view && this.resting) return this.resting.held ?? withTrick(this.view, this.resting.trick);
    return this.dealOver?.table ?? this.view;
  });
  readonly isWaiting = $derived(!!this.sent || !!this.resting?.held || !!this.dealOver); // nothing can be chosen
  readonly choices = $derived<Choices>(this.view && !this.isWaiting ? choicesOf(this.view, this.picked) : NOTHING);
  readonly mine = $derived(!!this.view && !this.dealOver && this.view.turn !== null && this.view.turn === this.view.seat);
  readonly moved = $derived(this.shown && !this.dealOver ? lastMoved(this.shown) : new Set<string>());
  /** What a move may begin with: also what would replace the choice made so far. */
  private readonly begins = $derived(this.view && !this.isWaiting ? reachOf(this.view) : NOTHING.reach);

  root: HTMLElement | null = null;
  sky: HTMLElement | null = null;

  private readonly wire: Wire;
  private waiting: View[] = [];
  private readonly numbers = new WeakMap<View, number>(); // of the room's log, when a view was sent
  private pump = 0;
  private rest = 0;
  private forced = 0;
  private quiet = 0;
  private deaf = 0; // until when input is not for what is there now
  private noticed = 0; // the notice is about the view of this number
  private behind: View | null = null; // what the curtain hides
  private hides = false; // do the players hold cards that others may not see?
  private sitter: number | null = null; // the seat whose cards have been shown
  private asked = false; // to take something back, by the player
  private unsaid = ""; // to be told with the next view that is shown
  private hasWithdrawn = false; // what they asked for last

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
    this.told.clear();
    this.company.clear();
    this.wire.close();
  }

  private get isDeaf(): boolean {
    return performance.now() < this.deaf;
  }

  // -- what the server says ---------------------------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    if (message.type === "lobby" || message.type === "view") follow(message.room, (value) => this.wire.send({ type: "random", value }));
    if (message.type === "hint") this.receiveHint(message);
    else if (message.type === "status") this.status = message.text;
    else if (message.type === "error") this.refuse(message);
    else if (message.type === "view") this.receive(message.view, message.room);
    else if (message.type === "lobby") this.learn(message.room);
    else if (message.type === "reaction" || message.type === "said") this.listen(message);
  }

  private learn(info: RoomInfo): void {
    const [last, before] = [this.info, this.info?.asking];
    this.status = "";
    this.info = info;
    this.company.hearRoom();
    if (last && !last.sequel && info.sequel) live.say(sequelOf(info)?.text ?? "");
    if (before && !info.asking && info.made > before.to && info.seats[before.seat]?.you) this.endAsking(info, last!.number);
  }

  /** Say why nothing is taken back of what the player asked for; if the game went on, once that is shown. */
  private endAsking(info: RoomInfo, number: number): void {
    if (info.number > number) this.unsaid = "The game went on, so your move stands.";
    else this.tell(this.hasWithdrawn ? "You ask no longer: your move stands." : "It was refused: your move stands.");
  }

  private listen(message: ReactionMessage | SaidMessage): void {
    const who = this.info?.seats[message.seat]?.name ?? "";
    this.company.hear(message);
    live.say(`${who}: ${message.type === "said" ? message.text : REACTIONS[message.reaction].name}.`);
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
    this.asked = false;
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
    if (this.drawsCurtain(view)) return;
    const last = this.view;
    if (last && this.isSame(last, view)) return this.refresh(last, view);
    const before = last?.seat === view.seat ? last : null;
    if (last && !before) this.log = []; // another seat's
    if (before && view.made < before.made) this.takeBack(view);
    else this.asked = false;
    const leaving = this.resting;
    const course = courseOf(last ? since(last, view) : []);
    const stage = animated && before ? this.stage() : null;
    const seen = stage && motion.snapshot(stage.root);
    clearTimeout(this.forced);
    clearTimeout(this.rest);

    if (before && view.made > before.made && (view.made > this.noticed || view.turn === view.seat)) this.hush();
    this.view = view;
    this.picked = [];
    this.hint = null;
    this.resting = before && course.tookTrick && view.last_trick ? rest(before, view.last_trick, course) : null;
    this.dealOver = dealOverOf(last, view, course, this.resting);
    if (this.onlyCard !== null && !this.shown?.zones.some((zone) => zone.kind === "trick" && zone.faces.some((face) => face.code === this.onlyCard))) {
      this.onlyCard = null;
    }
    this.hearNews(before, view, course);
    if (this.unsaid) this.tell(this.unsaid);
    this.unsaid = "";
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
    const mine = this.asked;
    this.asked = false;
    this.told.clear();
    if (!mine) this.tell("A move was taken back.");
    else live.say("Taken back.");
  }

  /** A screen is handed over before another of one's own seats is shown there, unless the hands are open. */
  private drawsCurtain(view: View): boolean {
    this.hides ||= view.zones.some((zone) => zone.purpose === "hand" && zone.owner !== view.seat && zone.faces.some((face) => face.state === "down"));
    const several = !!this.info && ownOf(this.info).length > 1;
    if (!several || !this.hides || view.seat === null || view.seat === this.sitter || view.result) {
      this.sitter = view.seat;
      this.curtain = this.behind = null;
      return false;
    }
    this.behind = view;
    this.curtain = view.seat;
    return true;
  }

  /** Whoever sits at the other seat is now at the screen. */
  lift(): void {
    const view = this.behind;
    this.sitter = this.curtain;
    this.curtain = this.behind = null;
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
    else if (!before || view.prompt !== before.prompt || view.turn !== before.turn) told.push(view.prompt);
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
    this.noticed += this.view?.seats.length ?? 1; // it stays while the others move, until the player's own turn
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

  /** Is a place part of the move that was hinted at? */
  isHinted(zone: string, at: number): boolean {
    return this.hint?.gesture.spots.some((spot) => spot.zone === zone && spot.at === at) ?? false;
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

  /** Would touching a place put another choice in place of what is picked? */
  isOther(zone: string, at: number): boolean {
    return this.picked.length > 0 && this.begins.has(keyOf({ zone, at })) && !this.isShown(zone, at);
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
    if (this.isDeaf) return;
    this.hurry();
    if (this.isWaiting) return;
    if (this.picked.includes(key)) return this.putBack();
    const found = this.reachable(spot.zone, spot.at);
    if (found && this.view) return this.pick(this.picked.length > 0 ? [...this.picked, found] : begin(this.view, found));
    const whole = keyOf({ zone: spot.zone, at: -1 });
    const other = [key, whole].find((each) => this.begins.has(each) && !this.picked.includes(each));
    if (other && this.view) return this.pick(begin(this.view, other));
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
    if (this.isDeaf) return;
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

  // -- beside the moves -----------------------------------------------------------------------------------------

  /** Send something that is no move; if the connection is lost, say so. */
  ask(message: ClientMessage): void {
    this.hasWithdrawn = message.type === "withdraw";
    if (!this.wire.send(message)) this.tell("The connection is lost; try again when it is back.");
  }

  undo(): void {
    const info = this.info;
    if (!info || info.seat === null || this.curtain !== null) return;
    if (this.dealOver) return this.tell("Go on to the next deal first.");
    if (!info.may_undo) return this.tell(info.why_not_undo || "There is nothing to take back.");
    this.hurry();
    this.hush();
    this.asked = true;
    this.ask({ type: "undo", number: info.number });
  }

  redo(): void {
    const info = this.info;
    if (!info || info.seat === null || this.curtain !== null) return;
    if (info.may_redo) this.ask({ type: "redo", number: info.number });
    else this.tell("There is nothing to play again.");
  }

  putBack(): void {
    this.picked = [];
    this.hush();
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
    this.noticed = this.view?.made ?? 0;
    live.say(sentence);
    if (sentence) this.quiet = window.setTimeout(() => (this.notice = ""), Math.max(NOTICE, sentence.length * 70));
  }

  private hush(): void {
    clearTimeout(this.quiet);
    this.notice = "";
  }
}

/** The deal that ended between two views, if one did; at a screen that was handed over, the table of the new one lies there. */
function dealOverOf(last: View | null, view: View, course: Course, resting: Resting | null): DealOver | null {
  if (!last || !course.deal || view.seats.length < 2) return null;
  const ended = over(last, view, course, resting);
  return last.seat === view.seat ? ended : { ...ended, table: view };
}

/** The end of a deal that was dealt anew between two views. */
function over(before: View, view: View, course: Course, resting: Resting | null): DealOver {
  const isScored = course.played.some((news) => news.kind === "score");
  const after = [course.deal!, ...course.after].map((news) => news.text);
  return {
    deal: isScored ? (view.sheet.at(-1) ?? null) : null,
    table: afterDeal(resting?.held ?? before, view),
    dealer: course.deal!.seat,
    unsaid: [...after, view.prompt].filter(Boolean).join(" "),
  };
}

/** The finished trick, and the table before the deal that followed it, if it can be made from the view before. */
function rest(before: View, trick: LastTrick, course: Course): Resting {
  const isNext = trick.number === (before.last_trick?.number ?? 0) + 1;
  return { trick, held: course.deal && isNext ? beforeDeal(before, trick, course.tookTrick?.text ?? "") : null, course };
}
