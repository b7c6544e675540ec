/** Invitation links: whether they offer a seat, and copying them. */

import type { InvitationInfo } from "../../protocol/types";

/** Why an invitation no longer offers a seat; empty if it does. */
export function obstacleTo({ room, seat }: InvitationInfo): string {
  if (seat === null) return room.seats.some((other) => other.kind === "open") ? "" : "All seats are taken; ask for an invitation to a bot's seat.";
  const sits = room.seats[seat];
  return sits?.kind === "person" ? `${sits.name} sits there already; ask for another invitation.` : "";
}

/** Copy the text of a field; returns whether the browser allowed it. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy"); // the only way without https
  }
}
