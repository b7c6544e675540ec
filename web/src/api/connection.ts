/** The connection to one room. It reconnects by itself, and counts as lost once the first attempt has failed. */

import { getRoom, Refused } from "./requests";
import type { ClientMessage, ServerMessage } from "../protocol/types";

export type ConnectionState = "connecting" | "open" | "lost" | "gone";

export interface ConnectionListener {
  onMessage(message: ServerMessage): void;
  onStateChange(state: ConnectionState): void;
}

export interface Connection {
  send(message: ClientMessage): boolean;
  close(): void;
}

export type Connect = (room: string, listener: ConnectionListener) => Connection;

/** The milliseconds to wait before the next attempt. */
export const retryDelay = (tries: number): number => Math.min(500 * 2 ** tries, 8000);

class SocketConnection implements Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private link: ConnectionState = "connecting";
  private ended = false;

  constructor(
    private readonly room: string,
    private readonly listener: ConnectionListener,
  ) {
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }

  private readonly again = (): void => {
    if (this.link !== "lost" || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  };

  private change(link: ConnectionState): void {
    if (link === this.link) return;
    this.link = link;
    this.listener.onStateChange(link);
  }

  private open(): void {
    const url = new URL(`api/rooms/${encodeURIComponent(this.room)}/play`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.socket || this.ended) return;
      this.tries = 0;
      this.change("open");
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "gone") this.gone();
      else this.listener.onMessage(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.ended) return;
      this.socket = null;
      void this.retry();
    };
  }

  private async retry(): Promise<void> {
    const tries = this.tries++;
    if (tries > 0) this.change("lost");
    if (tries === 1 && (await this.isDeleted())) return this.gone();
    if (this.ended || this.socket) return;
    this.timer = window.setTimeout(() => {
      if (!this.socket) this.open();
    }, retryDelay(tries));
  }

  private async isDeleted(): Promise<boolean> {
    try {
      await getRoom(this.room);
      return false;
    } catch (error) {
      return error instanceof Refused && error.code === "unknown_room"; // otherwise the server is gone, not the room
    }
  }

  private gone(): void {
    this.change("gone");
    this.close();
  }
}

export const connect: Connect = (room, listener) => new SocketConnection(room, listener);
