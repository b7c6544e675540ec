/** What the host of a test room does with it besides playing: sees all hands, holds the bots, moves for any seat, goes back. */

import type { DesignAnswer, RoomInfo } from "../../protocol/types";
import type { Requests } from "./requests";

const OPEN = "sevenfold.all-hands"; // in the browser's storage for this tab: the room in which all hands are shown

export const isDesigner = (info: RoomInfo | null): boolean => !!info?.test && info.host;

export class Designer {
  /** What the panel offers; null until it is known. */
  choices = $state.raw<DesignAnswer | null>(null);
  private isRenewed = true; // whether the connection is new, and so shows no hands yet

  constructor(
    private readonly room: string,
    private readonly requests: Requests,
  ) {}

  /** Ask what there is to choose from. */
  ask(): void {
    this.requests.send({ type: "design" });
  }

  showAll(on: boolean): void {
    remember(on ? this.room : "");
    this.requests.send({ type: "peek", on });
  }

  connectionRenewed(): void {
    this.isRenewed = true;
  }

  /** A view has come: over a new connection, or after the page was loaded anew, the hands are opened again. */
  viewReceived(info: RoomInfo): void {
    if (this.isRenewed && isDesigner(info) && !info.sees_all && remembered() === this.room) this.showAll(true);
    this.isRenewed = false;
  }
}

function remember(room: string): void {
  try {
    sessionStorage.setItem(OPEN, room);
  } catch {
    // No storage: it lasts as long as the connection.
  }
}

function remembered(): string {
  try {
    return sessionStorage.getItem(OPEN) ?? "";
  } catch {
    return "";
  }
}
