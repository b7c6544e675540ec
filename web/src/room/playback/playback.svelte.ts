/** Shows views one after the other: each long enough to be followed, with its cards moving, and with pauses after a trick and a deal. */

import { flushSync } from "svelte";

import { announcer } from "../../base/announcer.svelte";
import { reading } from "../../base/reading";
import * as motion from "../../motion/animate";
import { journeys, lastMoved, newsSince, splitAtDeal, type NewsBatch } from "../../motion/journeys";
import type { View } from "../../protocol/types";
import type { InputPause } from "../state/inputPause";
import type { Notice } from "../state/notice.svelte";
import type { RoomState } from "../state/roomState.svelte";
import type { TableElements } from "../state/tableElements";
import { announcesPrompt } from "./announcements";
import { Callouts } from "./callouts.svelte";
import { Claims } from "./claims.svelte";
import { Handover } from "./handover.svelte";
import { dealOverBetween, restingTrick, withTrick, type DealOver, type RestingTrick } from "./pauses";

/** How long a view with a finished trick is shown. */
export const TRICK_PAUSE = motion.FLIGHT + motion.REST;

/** How long each of several views that wait is shown, by the pace of the room; at any other pace, as long as its cards move. */
const PAUSES: Readonly<Record<string, number>> = { slow: 900, normal: 500, quick: 300 };

/** Notified when the view that is shown changes. */
export interface PlaybackListener {
  /** Another position is about to be shown. */
  leaving(isUndo: boolean): void;
  /** Another position is shown; nothing has been drawn yet. */
  arrived(): void;
  /** The player may have to decide something in the view. */
  mayDecide(view: View): void;
}

export class Playback {
  restingTrick = $state.raw<RestingTrick | null>(null);
  dealOver = $state.raw<DealOver | null>(null);
  readonly handover = new Handover();
  readonly callouts = new Callouts();
  readonly claims = new Claims();

  /** The view as it is drawn, which pauses may hold back. */
  readonly shown = $derived.by(() => {
    const { view } = this.room;
    if (view && this.restingTrick) return this.restingTrick.tableBefore ?? withTrick(view, this.restingTrick.trick);
    return this.dealOver?.table ?? view;
  });
  /** The news up to what is shown. */
  readonly log = $derived.by(() => {
    const hidden = this.dealOver?.next ?? [];
    return hidden.length ? this.room.log.filter((news) => !hidden.includes(news)) : this.room.log;
  });
  readonly isOwnTurn = $derived.by(() => {
    const { view } = this.room;
    return !!view && !this.dealOver && view.turn !== null && view.turn === view.seat;
  });
  /** Whether a pause hides the present position, so that nothing can be chosen. */
  readonly isHeldBack = $derived(!!this.restingTrick?.tableBefore || !!this.dealOver);
  /** The cards of the latest move. */
  readonly lastMoved = $derived(this.shown && !this.dealOver ? lastMoved(this.shown) : new Set<string>());

  private waiting: View[] = [];
  private nextTimer = 0;
  private restTimer = 0;
  private readonly listeners: PlaybackListener[] = [];
  private readonly stopListening = reading.whenDone(() => this.resume());

  constructor(
    private readonly room: RoomState,
    private readonly notice: Notice,
    private readonly inputPause: InputPause,
    private readonly elements: TableElements,
  ) {}

  subscribe(listener: PlaybackListener): void {
    this.listeners.push(listener);
  }

  close(): void {
    clearTimeout(this.nextTimer);
    clearTimeout(this.restTimer);
    this.stopListening();
    this.callouts.clear();
    this.claims.clear();
  }

  /** Whether later views are waiting to be shown. */
  get isBehind(): boolean {
    return this.waiting.some((view) => !this.isPart(view));
  }

  /** Whether a view shows another player in the midst of a move, which is shown as a whole once it is complete. */
  private isPart(view: View): boolean {
    return view.midway && view.turn !== view.seat && !!this.room.view && view.made > this.room.view.made;
  }

  /** Show a view after those that are waiting, or at once if it is no step forward. */
  add(view: View): void {
    this.waiting.push(view);
    if (!this.room.view || view.made <= this.room.view.made) this.skipToNewest();
    else if (!this.nextTimer && !this.dealOver) this.showNext();
  }

  /** The player has finished reading: show what has come meanwhile, one after the other. */
  private resume(): void {
    if (this.isBehind && !this.nextTimer) this.showNext();
    else if (this.room.view) this.mayDecide(this.room.view);
  }

  /** Show the newest view at once, but not beyond the end of a deal, nor a part of another's move. */
  skipToNewest(): void {
    if (this.dealOver) return;
    clearTimeout(this.nextTimer);
    this.nextTimer = 0;
    const newest = this.waiting.findLast((view) => !this.isPart(view));
    this.waiting = newest ? this.waiting.slice(this.waiting.indexOf(newest) + 1) : this.waiting;
    if (newest) this.show(newest, !!this.room.view && motion.isEnabled());
  }

  /** Catch up with the game, because the player acts. */
  catchUp(): void {
    if (this.isBehind) this.skipToNewest();
    if (this.restingTrick?.tableBefore) this.endRest();
  }

  /** The player has taken over the screen: show the cards behind the curtain. */
  liftCurtain(): void {
    const view = this.handover.lift();
    this.inputPause.start();
    if (view) this.show(view, false);
  }

  /** The player has seen how the deal ended. */
  nextDeal(): void {
    const over = this.dealOver;
    if (!over || this.inputPause.isActive) return;
    this.restingTrick = null;
    this.dealOver = null;
    this.claims.dismiss();
    this.claims.reach(this.room.view?.made ?? 0, false);
    this.inputPause.start();
    flushSync();
    const stage = this.stage();
    if (stage) motion.deal(stage, over.nextDealer);
    announcer.announce(over.announcement);
    if (this.isBehind) this.nextTimer = window.setTimeout(() => this.showNext(), motion.FLIGHT);
    else if (this.room.view) this.mayDecide(this.room.view);
  }

  private showNext(): void {
    this.nextTimer = 0;
    if (this.dealOver || this.room.isWaiting || !this.isBehind) return;
    while (this.isPart(this.waiting[0]!)) this.waiting.shift();
    const view = this.waiting.shift()!;
    this.show(view, motion.isEnabled());
    const pause = this.restingTrick ? TRICK_PAUSE : (PAUSES[this.room.info?.pace ?? ""] ?? motion.FLIGHT);
    this.nextTimer = window.setTimeout(() => this.showNext(), document.hidden ? 0 : pause);
  }

  private show(view: View, isAnimated: boolean): void {
    if (this.handover.intercept(view, this.room.info)) return;
    const last = this.room.view;
    if (last && this.isSamePosition(last, view)) return this.refresh(last, view);
    const before = last?.seat === view.seat ? last : null; // from the same seat
    if (last && !before) this.room.log = [];
    const isUndo = !!before && view.made < before.made;
    if (isUndo) {
      this.room.log = this.room.log.filter((news) => news.number <= view.made);
      this.callouts.clear();
    }
    for (const listener of this.listeners) listener.leaving(isUndo);
    const leaving = this.restingTrick;
    const batch = splitAtDeal(last ? newsSince(last, view) : []);
    const stage = isAnimated && before ? this.stage() : null;
    const snapshot = stage && motion.snapshot(stage.root);
    clearTimeout(this.restTimer);

    if (before && view.made > before.made) this.notice.expire(view);
    this.room.view = view;
    this.restingTrick = before && batch.tookTrick && view.last_trick ? restingTrick(before, view.last_trick, batch) : null;
    this.dealOver = dealOverBetween(last, view, batch, this.restingTrick);
    this.announceNews(before, view, batch);
    for (const listener of this.listeners) listener.arrived();
    this.claims.reach(view.made, !!this.dealOver || !!view.result);
    flushSync();

    if (stage && snapshot) {
      if (leaving) this.collect(stage, snapshot, leaving);
      this.animate(stage, snapshot, batch, leaving);
    }
    if (this.restingTrick) this.restTimer = window.setTimeout(() => this.endRest(), TRICK_PAUSE);
    this.mayDecide(view);
  }

  /** Whether nothing has happened between two views, though names or roles may have changed. */
  private isSamePosition(last: View, view: View): boolean {
    if (view.seat !== last.seat || view.made !== last.made) return false;
    // Where all choose at once, the player is still asked the same when another has chosen.
    const isAskedTheSame = view.choosers.length > 0 && JSON.stringify(last.moves) === JSON.stringify(view.moves);
    return isAskedTheSame || this.room.logNumberOf(view) === this.room.logNumberOf(last);
  }

  /** Show changed names or roles; what the player has picked stays picked. */
  private refresh(last: View, view: View): void {
    if (JSON.stringify(last) === JSON.stringify(view)) return;
    this.room.view = view;
    this.mayDecide(view);
  }

  private mayDecide(view: View): void {
    for (const listener of this.listeners) listener.mayDecide(view);
  }

  private announceNews(before: View | null, view: View, batch: NewsBatch): void {
    const fresh = (before ? newsSince(before, view) : view.news).filter((news) => news.text !== "");
    this.room.log = [...this.room.log, ...fresh];
    const shown = this.dealOver ? batch.played.filter((news) => news.text !== "") : fresh;
    const sentences = before ? shown.map((news) => news.text) : [];
    this.callouts.show(before ? shown : fresh.filter((news) => news.number === view.made && news.shows), view);
    if (this.dealOver) sentences.push("The deal is over.");
    else if (announcesPrompt(before, view, sentences)) sentences.push(view.prompt);
    announcer.announce(sentences.join(" "));
  }

  /** Take the finished trick away. */
  private endRest(): void {
    const resting = this.restingTrick;
    if (!resting) return;
    clearTimeout(this.restTimer);
    const stage = this.stage();
    const snapshot = stage && motion.snapshot(stage.root);
    this.restingTrick = null;
    if (this.dealOver) this.inputPause.start(); // its end has just come up
    flushSync();
    if (!stage || !snapshot) return;
    this.collect(stage, snapshot, resting);
    if (resting.tableBefore && !this.dealOver) motion.deal(stage, resting.batch.deal?.seat ?? null);
  }

  /** Where cards can be animated; null if they are not. */
  private stage(): motion.Stage | null {
    const stage = motion.isEnabled() ? this.elements.stage : null;
    return this.room.view && stage ? { ...stage, deck: this.room.view.deck } : null;
  }

  /** Show how the cards got where they lie. */
  private animate(stage: motion.Stage, before: motion.Snapshot, batch: NewsBatch, leaving: RestingTrick | null): void {
    const deal = leaving?.tableBefore ? (batch.deal ?? leaving.batch.deal) : batch.deal;
    if (deal && !this.restingTrick?.tableBefore && !this.dealOver) motion.deal(stage, deal.seat);
    else motion.play(stage, before, journeys(batch.played));
  }

  private collect(stage: motion.Stage, before: motion.Snapshot, { trick }: RestingTrick): void {
    motion.collect(stage, before, trick.cards.map(({ code }) => code), trick.taker);
  }
}
