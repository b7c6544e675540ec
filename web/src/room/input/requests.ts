/** Sends what the player wants besides moves: to undo, to say something, to change the seats. */

import type { Connection } from "../../api/connection";
import type { ClientMessage } from "../../protocol/types";
import type { Notice } from "../state/notice.svelte";

export class Requests {
  private lastType: ClientMessage["type"] | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly notice: Notice,
  ) {}

  /** Send a message, or tell the player that the connection is lost. */
  send(message: ClientMessage): void {
    this.lastType = message.type;
    if (!this.connection.send(message)) this.notice.show("The connection is lost; try again when it is back.");
  }

  /** Whether the last request withdrew a request to undo. */
  get hasWithdrawn(): boolean {
    return this.lastType === "withdraw";
  }
}
