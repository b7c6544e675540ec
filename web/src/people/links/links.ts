/** Invitation links: who can open them, and copying them. */

import type { InvitationInfo } from "../../protocol/types";

/** A note about who can open a link; empty if everybody in the network can. */
export function accessNote(url: string): string {
  const host = new URL(url).hostname;
  const isLocal = host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host.startsWith("127.");
  return isLocal ? "Only this computer can open this link. For others, start the table with --host 0.0.0.0." : "";
}

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
