/** The line below the table's bar: what players and spectators have to know, and what they can do about it. */

import type { ClientMessage, RoomInfo, SeatInfo } from "../../protocol/types";
import { shortName } from "../../base/names";
import { roomLink } from "../../base/route";
import { DEFAULT_BOT, mayHaveLost, otherPeople, ownSeats } from "./seats";

/** A button or a link in the status line: it sends a message, leads somewhere, or opens the dialog about a lost seat. */
export type Choice = { label: string } & ({ message: ClientMessage; href?: undefined } | { href: string; message?: undefined } | { message?: undefined; href?: undefined });

export interface StatusLine {
  text: string;
  choices: Choice[]; // the most likely one first
}

const line = (text: string, ...choices: Choice[]): StatusLine => ({ text, choices });

/** The status line of a room that is being played; null if there is nothing to say. `turn` is the seat to play. */
export function statusLine(room: RoomInfo, turn: number | null): StatusLine | null {
  if (room.status !== "open") return null;
  const found = changedRules(room) ?? undoRequest(room) ?? rematchLine(room) ?? absence(room) ?? pause(room) ?? held(room) ?? vacancy(room, turn) ?? watching(room);
  const shown = found && mayHaveLost(room) ? { ...found, choices: [...found.choices, LOST_SEAT] } : found;
  return room.test ? inTestRoom(room, shown) : shown;
}

/** For who played here in a browser that no longer knows them. */
export const LOST_SEAT: Choice = { label: "Is a seat yours?" };

/** A test room is named as one, whatever else there is to say. */
function inTestRoom(room: RoomInfo, found: StatusLine | null): StatusLine {
  const shown = room.sees_all ? "Test room, all hands open" : "Test room";
  return found ? { ...found, text: `${shown}. ${found.text}` } : line(`${shown}: this game does not count.`);
}

/** The invitation to a rematch, once somebody has made a room for it. */
export function rematchLine(room: RoomInfo): StatusLine | null {
  const next = room.sequel;
  if (!next || (next.you && otherPeople(room).length === 0)) return null;
  return line(next.you ? "You play again with the same people." : `${shortName(next.name)} plays again with the same people.`, {
    label: next.you ? "Go there" : "Come along",
    href: roomLink(next.room),
  });
}

/** The people who are still missing in a room that starts by itself. */
export const missingSeats = (room: RoomInfo): SeatInfo[] =>
  room.seats.filter((seat) => seat.kind === "person" && !seat.here && !(room.tempo === "turns" && seat.gave));

/** A player asks the others for permission to undo. */
function undoRequest(room: RoomInfo): StatusLine | null {
  const request = room.asking;
  const own = ownSeats(room);
  const who = room.seats.find((seat) => seat.seat === request?.seat);
  if (!request || !who || own.length === 0) return null;
  if (who.you) return line("The others are asked whether you may take it back.", { label: "Withdraw", message: { type: "withdraw", number: room.number } });
  const moves = room.made - request.to;
  const what = moves === 1 ? "the last move" : `the last ${moves} moves`;
  if (own.some((seat) => request.yes.includes(seat.seat))) return line(`You agree that ${shortName(who.name)} takes back ${what}. The others are asked too.`);
  const answer = (yes: boolean): ClientMessage => ({ type: "consent", number: room.number, yes });
  return line(`${shortName(who.name)} asks to take back ${what}.`, { label: "Agree", message: answer(true) }, { label: "Refuse", message: answer(false) });
}

/** A bot plays the reader's seat. */
function absence(room: RoomInfo): StatusLine | null {
  if (ownSeats(room).some((seat) => seat.out_of_time)) return line("Your time has run out: a bot plays for you.");
  const left = room.seats.find((seat) => seat.may_sit);
  if (!left || ownSeats(room).length > 0) return null;
  return line("You got up: a bot plays for you.", { label: "Sit down again", message: { type: "sit", seat: left.seat } });
}

/** The game rests, because its rules have changed. */
const changedRules = (room: RoomInfo): StatusLine | null =>
  room.rules_note ? line(room.rules_note, ...(room.may_go_on ? [{ label: "Go on under the new rules", message: { type: "resume" } } as const] : [])) : null;

function pause(room: RoomInfo): StatusLine | null {
  if (!room.paused) return null;
  if (!room.host) return line("The game is paused; its host lets it go on.");
  return line("Paused.", { label: "Go on", message: { type: "resume" } }, ...(someBot(room) ? [STEP] : []), ...hands(room));
}

/** The bots of a test room wait. */
function held(room: RoomInfo): StatusLine | null {
  if (!room.held || !someBot(room)) return null;
  return line("The bots are held.", ...(room.host ? [{ label: "Let them go", message: { type: "hold", on: false } } as const] : []));
}

const STEP: Choice = { label: "One step", message: { type: "step" } };

/** All hands may be opened where only bots play. */
function hands(room: RoomInfo): Choice[] {
  const open = room.hands !== "open";
  return room.may_open_hands ? [{ label: open ? "Open hands" : "Close hands", message: { type: "hands", open } }] : [];
}

const playsAsBot = (seat: SeatInfo): boolean => seat.kind === "bot" || seat.stand_in || seat.out_of_time;
const someBot = (room: RoomInfo): boolean => room.seats.some(playsAsBot);

/** The game waits at an empty seat. */
function vacancy(room: RoomInfo, turn: number | null): StatusLine | null {
  const seat = room.seats.find((other) => other.seat === turn);
  if (seat?.kind !== "open") return null;
  const text = `The game waits for somebody at seat ${seat.seat + 1}.`;
  return room.host ? line(text, { label: "Put a bot there", message: { type: "bot", seat: seat.seat, kind: DEFAULT_BOT } }) : line(text);
}

function watching(room: RoomInfo): StatusLine | null {
  if (ownSeats(room).length > 0) return null;
  const text = room.hands === "open" ? "You are watching, with all hands open." : "You are watching.";
  return room.host && someBot(room) ? line(text, { label: "Pause", message: { type: "pause" } }, ...hands(room)) : line(text);
}
