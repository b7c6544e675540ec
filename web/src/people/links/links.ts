/** Invitation links: whether they offer a seat, and copying them. */

import type { GameInfo, InvitationInfo, RoomInfo } from "../../protocol/types";
import { capital } from "../../base/letters";
import { clockText } from "../../room/info/seats";

/** What is agreed for a room, for a person who is to join: players, options, tempo, clock and length; first that it is a test room. */
export function agreements(room: RoomInfo, game: GameInfo | undefined): { what: string; how: string }[] {
  const options = game?.options.flatMap(({ name, label, values }) => {
    const value = values.find((other) => other.value === room.options[name]);
    return value && name !== "players" ? [{ what: label, how: capital(value.label) }] : [];
  });
  const clock = room.clock && `${clockText(room.clock.seconds)} each for the game${room.clock.increment ? `, and ${clockText(room.clock.increment)} more for each move` : ""}`;
  return [
    ...(room.test ? [{ what: "Test room", how: "The host may see all hands, move for everybody and go back; it does not count" }] : []),
    { what: "Players", how: `${room.seats.length}` },
    ...(options ?? [{ what: "Options", how: room.options_text || "as usual" }]),
    { what: "Tempo", how: room.tempo === "turns" ? "Turn by turn: play whenever you find the time" : "Live: everybody is at the table" },
    { what: "Clock", how: clock || "None" },
    ...(game && room.tempo === "live" ? [{ what: "Takes", how: `About ${game.minutes} minutes` }] : []),
  ];
}

/** Why an invitation no longer offers a seat; empty if it does. */
export function obstacleTo({ room, seat }: InvitationInfo): string {
  if (seat === null) return room.seats.some((other) => other.kind === "open") ? "" : "All seats are taken; ask for an invitation to a bot's seat.";
  const sits = room.seats[seat];
  return sits?.kind === "person" ? `${sits.name} sits there already; ask for another invitation.` : "";
}

/** Copy the text of a field; returns whether the browser allowed it. */
export async function copyField(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy"); // the only way without https
  }
}
