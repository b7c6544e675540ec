/** The seats of a room in words, and whose they are. */

import type { ConnectionState } from "../../api/connection";
import type { RoomInfo, SeatInfo, SeatView, View } from "../../protocol/types";

/** The kind of bot that plays unless another is chosen. */
export const DEFAULT_BOT = "club";

/** The players of one side, given by seat, as they are named together everywhere: "You" first, then by seat: "You and Bo". */
export const sideName = (seats: readonly Pick<SeatView, "name">[]): string =>
  seats.map(({ name }) => name).sort((a, b) => Number(b === "You") - Number(a === "You")).join(" and ");

/** What is shown of a seat beside its name; empty if its person is there. */
export function seatStatus(seat: SeatInfo): string {
  if (seat.kind === "open") return "free";
  if (seat.kind === "bot") return "bot";
  if (seat.out_of_time) return "out of time, a bot plays";
  if (seat.stand_in) return "away, a bot plays";
  return seat.here ? "" : "away";
}

/** Whether a seat's person has lost the connection or left the page; readers who have lost theirs see it of themselves only. */
export function isAway(seat: SeatInfo, room: RoomInfo, connection: ConnectionState): boolean {
  const goesOn = room.status === "open" || room.status === "waiting";
  return goesOn && seat.kind === "person" && (seat.you ? connection === "lost" : !seat.here);
}

/** Who has gone and who has come back since the room was shown before, in sentences. Turn by turn, nobody waits for anybody. */
export function comingsAndGoings(before: RoomInfo | null, now: RoomInfo): string {
  if (before?.status !== "open" || now.status !== "open" || now.tempo === "turns") return "";
  const sentences = now.seats.flatMap((seat, at) => {
    const last = before.seats[at]!;
    const stays = seat.kind === "person" && last.kind === "person" && seat.name === last.name && !seat.you;
    return !stays || seat.here === last.here ? [] : [seat.here ? `${seat.name} is back.` : `${seat.name} is away.`];
  });
  return sentences.join(" ");
}

/** A seat's name as its reader sees it. */
export const seatName = (seat: SeatInfo): string => (seat.kind === "open" ? `Seat ${seat.seat + 1}` : seat.you ? `${seat.name} (you)` : seat.name);

/** The seats of other people. The reader may have several seats, all of which are left out. */
export const otherPeople = (room: RoomInfo): SeatInfo[] => room.seats.filter((seat) => seat.kind === "person" && !seat.you);

/** The reader's own seats. */
export const ownSeats = (room: RoomInfo): SeatInfo[] => room.seats.filter((seat) => seat.you);

/** Whether a reader may be somebody who sits here, whom their browser no longer knows. */
export const mayHaveLost = (room: RoomInfo): boolean =>
  !room.host && (room.status === "open" || room.status === "waiting") && !room.seats.some((seat) => seat.you || seat.may_sit) && otherPeople(room).length > 0;

/** The seats that are asked now: the seat to move or, where all choose at once, whoever has not chosen yet. */
export const askedSeats = (view: View | null): number[] => (view?.choosers.length ? view.choosers : view?.turn != null ? [view.turn] : []);

/** The time left on a clock: "4:05", "1:02:09", "3 d 4 h". */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const twoDigits = (n: number): string => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(left % 60)}` : `${minutes}:${twoDigits(left % 60)}`;
}
