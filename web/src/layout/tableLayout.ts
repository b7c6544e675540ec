/** Where things stand at a table: by the form of the window, by how many play, and by what lies on the table. Nothing is measured here. */
import type { Fact, SeatView, View, Zone } from "../protocol/types";
import { clockwise, sides, type Side } from "./seats";
import { SMALL, type TableWindow } from "./tableWindow";

const COLUMNED = 800; // pixels, below which a window is small for columns of both sides
const CROWDED = 830; // and small for a replay with more than three open hands beside one's own
const CRAMPED = 700; // below which such a replay shows no tracks
const TRACKS = 431; // below which a table has no room for tracks: a phone held sideways
const TRACKS_BESIDE_COLUMNS = 600; // and a narrow one below which columns, which grow, need their room
const TRACKS_OF_REPLAY = 400; // in a wide replay, which has less beside them
const LOW = 760; // below which an opponent's name stands beside what lies in front of them
const LOWER = 500; // of a table that shows what is in force as small as a low one needs
const OPEN_HANDS = 170; // what the open hands of a replay take from the middle
const QUESTION = 120; // what that of a lesson takes
const ASIDE = 860; // below which how it ended stands beside the middle
const LEAST_FLAT = 640; // of a window in which a grid takes the whole height, between what others and oneself hold
const LEAST_ALONE = 560; // and beside one's own hand alone
const LEAST_OPEN = 30; // the smallest card that can be read
const LEAST_OWN = 60; // of a hand on a phone
const LEAST_CLOSE = 44; // and where the middle needs the room: fingers touch it
const CLOSE = 0.75; // by which the cards of a hand are smaller there
const IN_HAND = ["hand", "passing", "drawn", "laid"]; // what lies at an opponent's name

export interface TableState {
  window: TableWindow;
  view: View;
  bottom: number; // the seat in front
  isOpen: boolean; // the other players' hands are shown
  isClose?: boolean; // of one column, was seen not to fit: hands are smaller before the table is higher than the window
  isOver: boolean; // there is to be room for how it ended
  scale: number; // of cards, as the settings have it
}

export class TableLayout {
  readonly others: number[]; // the other seats, clockwise
  readonly hand: Zone | undefined; // one's own
  /** What one has laid down: it lies in front of oneself if a trick needs the middle. */
  readonly laid: Zone[];
  readonly middle: Zone[]; // what lies in the middle
  readonly isSmall: boolean; // a small phone held upright
  readonly hasGrid: boolean; // which needs all the space
  readonly hasTrick: boolean;
  readonly hasColumns: boolean; // in front of others
  readonly isFlat: boolean; // a grid takes the whole height of a wide window, between the other things
  readonly hasTracks: boolean;
  private readonly lying: Zone[];
  private readonly isWide: boolean; // more lies in front of others than their names need
  readonly isBroad: boolean; // and what lies there needs the width
  private readonly isBeside: boolean; // the columns of a single opponent stand left of what needs the height

  constructor(private readonly state: TableState) {
    const { window, view, bottom, isOver } = state;
    const { zones } = view;
    const kinds = new Set(zones.map(({ kind }) => kind));
    this.hasGrid = kinds.has("grid");
    this.hasTrick = kinds.has("trick");
    const leastForTracks = window.isReplay && !window.isSlim ? TRACKS_OF_REPLAY : window.isNarrow && kinds.has("column") ? TRACKS_BESIDE_COLUMNS : TRACKS;
    this.hasTracks = view.tracks.length > 0 && window.tall >= leastForTracks;
    this.isFlat = this.hasGrid && window.width >= (view.seats.length > 1 ? LEAST_FLAT : LEAST_ALONE) && window.width > window.height && !isOver;
    this.others = clockwise(view.seats.length, bottom).slice(1);
    const isColumned = zones.some(({ kind, owner }) => kind === "column" && owner !== null && owner !== bottom);
    const isCrowded = window.isReplay && state.isOpen && this.others.length > 3;
    this.isSmall = window.isNarrow && (window.isReplay ? window.given : window.height) < Math.max(SMALL, isColumned ? COLUMNED : 0, isCrowded ? CROWDED : 0);
    this.lying = this.lyingZones();
    this.hand = this.of(bottom).find(({ purpose }) => purpose === "hand");
    this.laid = !window.isNarrow && this.lying.some(({ kind }) => kind === "trick") ? this.of(bottom).filter(({ purpose }) => purpose === "laid") : [];
    this.middle = this.lying.filter((zone) => zone.owner === null || (zone.owner === bottom && zone !== this.hand && !this.laid.includes(zone)));
    const theirs = this.lying.filter(({ owner, purpose }) => owner !== null && owner !== bottom && !IN_HAND.includes(purpose));
    this.hasColumns = theirs.some(({ kind }) => kind === "column");
    this.isBroad = theirs.some(({ kind }) => ["chain", "row", "cells", "column"].includes(kind));
    this.isWide = state.isOpen || theirs.length > 0;
    this.isBeside = this.hasColumns && this.others.length === 1 && !window.isNarrow;
  }

  /** What lies on the table. The steps of tracks replace the cards that show them where there is little space. */
  private lyingZones(): Zone[] {
    const { window, view } = this.state;
    const hasTrackSteps = (window.isNarrow || window.isShort) && view.tracks.some(({ side, steps }) => side !== null && steps.length > 0);
    /** The zones that moves name as a whole, which must be there even if nothing lies in them. */
    const wanted = new Set(view.moves.flatMap(({ gesture }) => gesture.spots.filter(({ at }) => at === -1).map(({ zone }) => zone)));
    /** The places of cards that will be laid down: nothing moves for the first. But a trick needs the room of rows that may stay empty; what is won with it comes soon. */
    const keeps = ({ kind, count }: Zone): boolean => !hasTrackSteps && (count > 0 || kind === "pile" || !this.hasTrick);
    return view.zones.filter((zone) => zone.purpose !== "laid" || keeps(zone) || wanted.has(zone.id));
  }

  /** What lies in front of a seat. */
  of(seat: number): Zone[] {
    return this.lying.filter(({ owner }) => owner === seat);
  }

  // -- the other seats --------------------------------------------------------------------------------------------------

  /** Whether the other players are shown small. */
  get isCompact(): boolean {
    const { window } = this.state;
    return window.isSlim || window.isShort || this.hasGrid || window.use === "lesson"; // beside a lesson's text there is no room for more
  }

  private get places(): Side[] {
    if (this.isFlat) return this.others.map(() => "left");
    return this.isBeside ? ["left"] : sides(this.others.length, this.isCompact || this.isWide);
  }

  /** The seats on a side. */
  at(side: Side): SeatView[] {
    const { places } = this;
    return this.others.filter((_, i) => places[i] === side).map((seat) => this.state.view.seats.find((other) => other.seat === seat)!);
  }

  /** Whether a name on a side stands beside what lies in front of the player, not above it. */
  isLined(side: Side): boolean {
    const { window, isOpen } = this.state;
    if (this.isBeside) return false;
    const across = window.width / this.at(side).length; // of which the name takes a part
    if (!this.isCompact) return side === "top" && window.tall <= LOW && (!this.isWide || across >= 400);
    if (this.isFlat) return false;
    if (!isOpen) return !(this.isSmall && this.isBroad && !this.hasColumns) && (this.others.length === 1 || (window.isNarrow && this.isBroad));
    return window.isShort ? across >= (window.width < 1100 ? 290 : 366) : !this.isSmall || this.others.length < 3 || !this.hasGrid;
  }

  /** Whether what lies in front of the players on a side stands in a row. */
  isRow(side: Side): boolean {
    const { window } = this.state;
    if (this.hasColumns && (window.isNarrow || this.isBeside)) return false;
    return this.isLined(side) || (window.isShort && !this.isFlat) || (this.isWide && side === "top" && !this.isCompact && window.tall <= LOW);
  }

  /** Whether the tracks, which the score sheet has too, give their room to the trick: on a small phone, below many open hands. */
  get isCramped(): boolean {
    const { window } = this.state;
    return window.isReplay && this.isSmall && this.others.length > 3 && window.given < CRAMPED;
  }

  /** The largest card of the others' open hands. */
  get openCard(): number {
    const { window } = this.state;
    const others = this.others.length;
    if (this.isFlat) {
      const each = (window.tall - (window.isShort ? 130 : 60)) / others / 1.4 - (window.isShort ? 40 : 56);
      return Math.min(84, Math.max(window.isShort ? LEAST_OPEN : 34, each));
    }
    if (window.isShort) return window.hasControlsInBar && window.tall < 420 ? LEAST_OPEN : 40;
    if (!window.isNarrow) return Math.min(96 * window.textSize, Math.max(50, window.tall / (window.isReplay ? 12 : 11)));
    if (window.isReplay && others > (this.isSmall ? 2 : 3)) return this.isCramped ? LEAST_OPEN : 36;
    if (this.state.isClose && others > 1) return LEAST_OPEN;
    return others > 2 || (this.isSmall && this.hasGrid) ? 44 : 56;
  }

  // -- the middle -------------------------------------------------------------------------------------------------------

  /** The largest card of what lies in the middle. */
  get middleCard(): number {
    const { window, isOver, scale } = this.state;
    if (isOver) return 64;
    if (window.isNarrow) return scale * Math.min(128, Math.max(96, window.width / 6));
    return scale * Math.min(176 * window.textSize, Math.max(this.hand ? 112 : 128, window.height / (this.hasTrick ? 6 : 7)));
  }

  /** The largest card of one's own hand. */
  get ownCard(): number {
    if (this.isCramped) return 34;
    const { window } = this.state;
    const most = (this.hasGrid ? 84 : 124) * window.textSize;
    if (!window.isNarrow) return most;
    const usual = Math.min(most, 100, Math.max(LEAST_OWN, Math.min(window.width / 6, window.tall / 7.8)));
    return this.state.isClose ? Math.max(LEAST_CLOSE, usual * CLOSE) : usual;
  }

  /** Whether piles and a row alone lie in the middle, which need little height. */
  get hasPilesAlone(): boolean {
    const { tracks, zones } = this.state.view;
    return (tracks.length === 0 || this.isCramped) && zones.every(({ kind, purpose }) => ["stock", "pile", "row"].includes(kind) || ["hand", "drawn", "passing"].includes(purpose));
  }

  /** The facts in force, without cards that are visible on the table anyway. */
  get facts(): Fact[] {
    const { facts, zones } = this.state.view;
    return facts.filter(({ card }) => card === null || !zones.some(({ purpose, faces }) => ["target", "turn-up", "discard"].includes(purpose) && faces.some(({ code }) => code === card)));
  }

  /** Whether what is in force stands in the bar: at a low table of one player it would push aside what needs the whole width. */
  get isForceInBar(): boolean {
    return this.state.window.isShort && this.state.view.seats.length === 1 && !this.hasTracks && !this.isFlat;
  }

  /**
   * The height of a table with as much room for what is in force as there is at this one.
   *
   * @param isTight that it was seen not to fit
   */
  forceHeight(isTight: boolean): number {
    const { window, isOpen } = this.state;
    if (window.use === "lesson") return window.tall - QUESTION;
    if (window.isReplay && isOpen) return Math.max(window.tall - OPEN_HANDS, Math.min(window.tall, LOWER));
    return isTight ? Math.min(window.tall, LOWER) : window.tall;
  }

  // -- how it ended -----------------------------------------------------------------------------------------------------

  /** Whether it stands beside the middle, if anything lies there. */
  get isAside(): boolean {
    const { window } = this.state;
    return window.isShort || (window.width >= (this.middle.some(({ kind }) => kind === "column") ? 1240 : 900) && window.tall <= ASIDE);
  }

  /**
   * Whether it takes the place of what lies in the middle: of finished tricks, and of all for which there is no height then.
   *
   * @param isFull that both were seen not to fit into this window
   */
  isMiddleReplaced(isFull: boolean): boolean {
    const { window } = this.state;
    if (this.isSmall || isFull || (window.isNarrow && this.hasColumns)) return true;
    if (!this.isAside) return false;
    const isTight = !window.isShort && window.width < 1240 && this.places.includes("right"); // between the seats there is no room for both
    const isLarge = this.middle.some(({ kind, place }) => place || ["chain", "triangle", "grid", "column"].includes(kind));
    return this.hasTrick || isTight || (window.isShort && (window.width < 800 || isLarge));
  }
}
