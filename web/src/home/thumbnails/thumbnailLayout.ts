/** The picture on a game's tile: which cards of a view it shows, and where. Only faces are shown, because backs say nothing about a game. */

import type { Face, View, Zone } from "../../protocol/types";

export interface PlacedCard {
  code: string;
  x: number; // of its centre, in pixels
  y: number;
  width: number;
  turn: number; // degrees
  wins: boolean; // the trick, so far
}

/** Cards that belong together, measured in card widths. */
interface Block {
  cards: { code: string; x: number; y: number; wins?: boolean }[]; // positions of their upper left corners
  width: number;
  height: number;
}

const TALL = 1.4; // a card's height, in widths
const USUAL = 150; // the height of a picture; on a very large screen it is higher, and so are its cards
const MOST = 64;
const LEAST = 30; // smaller cards say nothing: what does not fit then is left out
const BETWEEN = 0.4; // two blocks
const MARGIN = 10;
const PEEK = 0.78; // the visible height of the hand, in card widths
const STEP = 0.52; // the least visible width of a card in a hand, in card widths: an index may have two digits

const isUp = (face: Face): face is Face & { code: string } => face.state === "up" && face.code !== null;
const codes = (zone: Zone): string[] => zone.faces.filter(isUp).map((face) => face.code);

/** The cards of a picture of the given size, whose leftmost `left` pixels are taken by something else. */
export function layOutThumbnail(view: View, width: number, height: number, left = 0): PlacedCard[] {
  const bottom = view.seat ?? 0;
  const open = view.zones.filter((zone) => zone.kind !== "stock" && zone.purpose !== "laid" && codes(zone).length > 0);
  const grid = open.find((zone) => zone.kind === "grid"); // which needs all the space
  const mine = grid ? [] : open.filter((zone) => zone.kind === "hand" && zone.owner === bottom).flatMap(codes);
  const rows = grid ? [[table(grid)]] : middle(open.filter((zone) => zone.kind !== "hand" || (zone.owner !== bottom && zone.faces.every(isUp))), view);
  const large = Math.min(most(height), Math.max(42, width / 4.6));
  const space = height - (mine.length ? large * PEEK : 0);
  return [...laid(rows, left, width, space), ...fan(mine, width, height, large)];
}

/** The width of the largest card in a picture of this height. */
const most = (height: number): number => MOST * Math.max(1, height / USUAL);

/** The middle of the table, as rows of blocks. */
function middle(zones: readonly Zone[], view: View): Block[][] {
  if (zones.some((zone) => zone.place !== "")) return [crossed(zones)];
  const trick = zones.find((zone) => zone.kind === "trick");
  if (trick) return [[played(trick, view.seats.length, view.seat ?? 0)]];
  const spread = zones.find((zone) => zone.kind === "triangle");
  if (spread) return [[triangle(spread), ...zones.filter((zone) => zone.kind === "pile").map(line)]];
  const many = zones.filter((zone) => zone.owner !== null && zone.kind !== "pile");
  return inRows(many.length > 1 ? zones.filter((zone) => many.includes(zone) || zone.purpose === "target") : zones);
}

/** One row for the zones of each seat, and one for those without an owner. */
function inRows(zones: readonly Zone[]): Block[][] {
  const rowOf = (zone: Zone): string | number | null => (zone.kind === "cells" || zone.kind === "hand" ? zone.id : zone.owner);
  return [...new Set(zones.map(rowOf))].map((row) => zones.filter((zone) => rowOf(zone) === row).map(line));
}

function line(zone: Zone): Block {
  return row(codes(zone), zone.kind === "chain" ? 0.42 : zone.kind === "pile" ? 0 : zone.kind === "hand" ? 0.7 : 1.12);
}

function row(shown: readonly string[], step: number): Block {
  return { cards: shown.map((code, i) => ({ code, x: i * step, y: 0 })), width: (shown.length - 1) * step + 1, height: TALL };
}

/** Four chains around the card in the centre: two on either side. */
function crossed(zones: readonly Zone[]): Block[] {
  const at = (place: string): string[] => zones.filter((zone) => zone.place === place).flatMap(codes);
  const pair = (upper: string[], lower: string[], left: boolean): Block => {
    const width = Math.max(upper.length, lower.length, 1) * 0.5 + 0.5;
    const lay = (chain: string[], y: number) => {
      const cards = chain.map((code, i) => ({ code, x: left ? width - 1 - (chain.length - 1 - i) * 0.5 : (chain.length - 1 - i) * 0.5, y }));
      return left ? cards : cards.reverse(); // so that the corner of each card is visible
    };
    return { cards: [...lay(upper, 0), ...lay(lower, TALL + 0.12)], width, height: 2 * TALL + 0.12 };
  };
  return [pair(at("north"), at("west"), true), row(at("centre"), 1), pair(at("east"), at("south"), false)].filter((block) => block.cards.length);
}

/** The cards of a trick in the order of play, each shifted a little toward its player. */
function played(zone: Zone, seats: number, bottom: number): Block {
  const cards = zone.faces.filter(isUp).map((face, i) => {
    const angle = (((face.seat ?? bottom) - bottom) / seats) * 2 * Math.PI;
    return { code: face.code, x: i * 0.86, y: Math.cos(angle) * 0.14, wins: face.mark === "winning" };
  });
  return framed(cards);
}

function table(zone: Zone): Block {
  return framed(zone.faces.filter(isUp).map((face) => ({ code: face.code, x: (face.x ?? 0) * 1.06, y: (face.y ?? 0) * (TALL + 0.06) })));
}

function triangle(zone: Zone): Block {
  const cards = zone.faces.filter(isUp).sort((a, b) => (a.y ?? 0) - (b.y ?? 0));
  return framed(cards.map((face) => ({ code: face.code, x: ((face.x ?? 0) - (face.y ?? 0) / 2) * 1.06, y: (face.y ?? 0) * 0.6 })));
}

function framed(cards: Block["cards"]): Block {
  const left = Math.min(...cards.map((card) => card.x));
  const top = Math.min(...cards.map((card) => card.y));
  const placed = cards.map((card) => ({ ...card, x: card.x - left, y: card.y - top }));
  return { cards: placed, width: Math.max(...placed.map((card) => card.x)) + 1, height: Math.max(...placed.map((card) => card.y)) + TALL };
}

const wide = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.width + BETWEEN, -BETWEEN);
const tall = (blocks: readonly Block[]): number => Math.max(...blocks.map((block) => block.height));
const whole = (rows: readonly Block[][]): number => rows.reduce((sum, blocks) => sum + tall(blocks) + 0.2, -0.2);

/** Places rows in the middle of a space, as large as possible; with one block a row if that is larger. */
function laid(together: readonly Block[][], left: number, width: number, height: number): PlacedCard[] {
  if (together.length === 0) return [];
  const unitOf = (rows: readonly Block[][]): number =>
    Math.min(most(height), (width - left - 2 * MARGIN) / Math.max(...rows.map(wide)), (height - 2 * MARGIN) / whole(rows));
  const apart = together.flatMap((blocks) => blocks.map((block) => [block]));
  const rows = unitOf(apart) > unitOf(together) ? apart : together;
  const unit = Math.max(unitOf(rows), LEAST);
  const placed: PlacedCard[] = [];
  let y = Math.max(MARGIN, height / 2 - (whole(rows) * unit) / 2); // the uppermost rows are shown whole
  for (const blocks of rows) {
    let x = (left + width) / 2 - (wide(blocks) * unit) / 2;
    for (const block of blocks) {
      const down = ((tall(blocks) - block.height) / 2) * unit;
      for (const card of block.cards) {
        placed.push({ code: card.code, x: x + (card.x + 0.5) * unit, y: y + down + (card.y + TALL / 2) * unit, width: unit, turn: 0, wins: card.wins ?? false });
      }
      x += (block.width + BETWEEN) * unit;
    }
    y += (tall(blocks) + 0.2) * unit;
  }
  return placed.filter((card) => isWithin(card, left, width, height));
}

/** Whether a card of the table is wholly in its part of the picture. */
const isWithin = ({ x, y, width: card }: PlacedCard, left: number, width: number, height: number): boolean =>
  Math.min(x - left, width - x) >= card / 2 && Math.min(y, height - y) >= (card * TALL) / 2;

/** The player's hand at the lower edge, with as many cards as can be told apart. */
function fan(hand: readonly string[], width: number, height: number, card: number): PlacedCard[] {
  const shown = hand.slice(0, Math.floor((width - 2 * MARGIN - card) / (card * STEP)) + 1);
  const step = Math.min(card * 0.72, (width - 2 * MARGIN - card) / Math.max(1, shown.length - 1));
  return shown.map((code, i) => {
    const from = i - (shown.length - 1) / 2;
    return { code, x: width / 2 + from * step, y: height - card * PEEK + (card * TALL) / 2 + from ** 2 * 0.6, width: card, turn: from * 2, wins: false };
  });
}
