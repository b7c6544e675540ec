/** Who sits at a seat, in short: initials, and what is to be known of them. */

import type { RoomInfo, SeatInfo } from "../../protocol/types";

/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]!.toUpperCase()).join("") || "?";
}

/** What is to be known of a seat beside its name; empty: its person is there. */
export function stateOf(seat: SeatInfo): string {
  if (seat.kind === "open") return "free";
  if (seat.kind === "bot") return "bot";
  if (seat.out_of_time) return "out of time, a bot plays";
  if (seat.stand_in) return "away, a bot plays";
  return seat.here ? "" : "away";
}

/** What somebody is called by the reader. */
export const calledOf = (seat: SeatInfo): string => (seat.kind === "open" ? `Seat ${seat.seat + 1}` : seat.you ? `${seat.name} (you)` : seat.name);

/** How many persons play in a room. Several seats may be one person's, so the reader's count once. */
export const othersOf = (room: RoomInfo): SeatInfo[] => room.seats.filter((seat) => seat.kind === "person" && !seat.you);
export const ownOf = (room: RoomInfo): SeatInfo[] => room.seats.filter((seat) => seat.you);

/** "4:05", "1:02:09", "3 d 4 h": what is left on a clock. */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
