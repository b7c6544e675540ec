/** Names of cards and places on the table, for labels and screen readers. */

import type { Face, GameInfo, SeatView, Zone } from "../protocol/types";
import { capital, lettersOf } from "./letters";

/** The meaning of the frames around cards. */
export const MARKS: Record<Face["mark"], string> = { "": "", winning: "wins", match: "matches", couples: "couples", last: "the last", number: "of the four of a number", suit: "of the four of a suit", pivot: "the pivot" };

const LONGEST = 14; // letters of a name that stands within something else
const SHOWN = 9;
const FIRST_WIDE = "\u1100"; // from which letters, as those of East Asia, are as wide as two

const widthOf = (letters: readonly string[]): number => letters.reduce((sum, letter) => sum + (letter < FIRST_WIDE ? 1 : 2), 0);
const shortened = new Map<string, string>(); // a table is laid out with the same few names all the time

/** A name as it stands within a line for which there is little room: cut, unless it is short. Signs of direction around it stay, and so does the number that tells two of the same name apart. */
export function shortName(name: string): string {
  if (!shortened.has(name)) shortened.set(name, cut(name));
  return shortened.get(name)!;
}

function cut(name: string): string {
  const [, before, own, number = "", after] = /^(\u2068?)(.*?)( \(\d+\))?(\u2069?)$/su.exec(name)!;
  const letters = lettersOf(own!);
  if (widthOf(letters) + number.length <= LONGEST) return name;
  const end = letters.findIndex((_, i) => widthOf(letters.slice(0, i + 1)) > SHOWN);
  return end < 0 ? name : `${before}${letters.slice(0, end).join("").trimEnd()}…${number}${after}`;
}

const isLong = (name: string): boolean => shortName(name) !== name;

/** A sentence for which there is little room: the long ones among the players' names are short. */
export function shortenNames(text: string, names: readonly string[]): string {
  const long = names.filter(isLong).sort((one, other) => other.length - one.length); // one may begin with another
  return long.reduce((said, name) => said.replaceAll(name, () => shortName(name)).replaceAll(capital(name), () => capital(shortName(name))), text);
}

export class Names {
  private readonly byCode: Map<string, string>;
  private readonly letters: Map<string, string>;

  constructor(
    info: Pick<GameInfo, "cards" | "suits"> | null,
    private readonly seats: () => readonly Pick<SeatView, "seat" | "name">[] = () => [],
    private readonly viewer: number | null = null,
  ) {
    this.byCode = new Map(info?.cards.map((card) => [card.code, card.name]));
    this.letters = new Map(info?.suits.map((suit) => [suit.name.toLowerCase(), suit.letter]));
  }

  card(code: string): string {
    return this.byCode.get(code) ?? code;
  }

  /** The name of a suit by its letter: "hearts". */
  suit(letter: string): string {
    return [...this.letters].find(([, other]) => other === letter)?.[0] ?? letter;
  }

  seat(seat: number): string {
    return this.seats().find((other) => other.seat === seat)?.name ?? "";
  }

  /** The letter of the suit that a text names; null if it names none. */
  suitLetter(text: string): string | null {
    return this.letters.get(text.toLowerCase()) ?? null;
  }

  /** A zone with its owner: "Your hand", "Ada's chain 2". */
  zone(zone: Zone): string {
    if (zone.owner === null) return zone.label;
    const label = zone.label.charAt(0).toLowerCase() + zone.label.slice(1);
    return zone.owner === this.viewer ? `Your ${label}` : `${this.seat(zone.owner)}'s ${label}`;
  }

  /** The same as it is written above the zone, beside which its owner's name stands: a long one is left out. */
  title(zone: Zone): string {
    return zone.owner !== null && isLong(this.seat(zone.owner)) ? zone.label : this.zone(zone);
  }

  face(zone: Zone, at: number): string {
    const face = zone.faces[at];
    if (!face || at < 0) return this.zone(zone);
    return [this.what(zone, face, at), this.who(zone, face), MARKS[face.mark], face.note].filter(Boolean).join(", ");
  }

  private what(zone: Zone, face: Face, at: number): string {
    if (face.state === "up" && face.code !== null) {
      const name = this.card(face.code);
      return zone.kind === "hand" || zone.kind === "trick" || zone.count <= 1 ? name : `${this.zone(zone)}: ${name}`;
    }
    if (zone.kind === "stock" || zone.kind === "pile") return `${this.zone(zone)}, ${cardCountText(zone.count)}`;
    if (face.state === "down") return "a card face down";
    return face.place ? `free place ${face.place}` : `${this.zone(zone)}, place ${at + 1}, empty`;
  }

  /** Who played a card to a trick, or passed a card in a hand. */
  private who(zone: Zone, face: Face): string {
    if (face.seat === null) return "";
    if (zone.purpose !== "trick") return `from ${this.seat(face.seat)}`;
    return `${face.seat === zone.leader ? "led" : "played"} by ${face.seat === this.viewer ? "you" : this.seat(face.seat)}`;
  }
}

export const cardCountText = (n: number): string => (n === 0 ? "empty" : n === 1 ? "1 card" : `${n} cards`);
