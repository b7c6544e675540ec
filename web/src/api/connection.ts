/** The connection to one room. It finds out when it is lost, and reconnects by itself. */

import { activeWait, Heartbeat } from "./heartbeat";
import { getRoom, Refused } from "./requests";
import { upgrade } from "./upgrade.svelte";
import type { ClientMessage, ServerMessage } from "../protocol/types";

/**
 * "connecting" also while a connection that has just been closed is opened again; "lost" once that has failed;
 * "blocked": no socket has ever opened, though the server answers requests.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "blocked" | "gone";

export interface ConnectionListener {
  onMessage(message: ServerMessage): void;
  onStateChange(state: ConnectionState): void;
}

export interface Connection {
  send(message: ClientMessage): boolean;
  close(): void;
}

export type Connect = (room: string, listener: ConnectionListener) => Connection;

const RELOAD = 4205; // the code that closes a connection when the game's author has changed its file
const BLOCKED_AFTER = 3; // attempts without a socket after which something on the way is to blame, not a server that is starting

/** The milliseconds to wait before the next attempt. */
export const retryDelay = (tries: number): number => Math.min(500 * 2 ** tries, 3000);

/** The milliseconds after which an attempt to open a socket is abandoned: a network that swallows everything never refuses one. */
export const openingTime = (tries: number): number => (tries === 0 ? 8000 : Math.min(2000 * tries, 12_000));

class SocketConnection implements Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private link: ConnectionState = "connecting";
  private ended = false;
  private hasOpened = false;
  private readonly heartbeat = new Heartbeat(
    () => this.socket?.send(JSON.stringify({ type: "beat" } satisfies ClientMessage)),
    () => this.lose(),
  );

  constructor(
    private readonly room: string,
    private readonly listener: ConnectionListener,
  ) {
    addEventListener("online", this.look);
    addEventListener("offline", this.look);
    addEventListener("pageshow", this.look); // a page that the browser had put away comes back with a dead socket
    document.addEventListener("visibilitychange", this.look);
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.link !== "open" || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.look);
    removeEventListener("offline", this.look);
    removeEventListener("pageshow", this.look);
    document.removeEventListener("visibilitychange", this.look);
    this.heartbeat.stop();
    this.socket?.close();
  }

  /** The network has changed, or the page has come to the foreground: see whether the connection holds, or try again at once. */
  private readonly look = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) this.heartbeat.beat();
    else if ((this.link === "lost" || this.link === "blocked" || !this.socket) && !document.hidden) {
      this.drop();
      this.open();
    }
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
    const began = performance.now();
    this.socket = socket;
    const isCurrent = (): boolean => socket === this.socket && !this.ended;
    void activeWait(openingTime(this.tries)).then(() => isCurrent() && socket.readyState !== WebSocket.OPEN && this.lose());
    socket.onopen = () => {
      if (!isCurrent()) return;
      this.hasOpened = true;
      this.heartbeat.start(performance.now() - began);
    };
    socket.onmessage = (event) => {
      if (!isCurrent()) return;
      this.heartbeat.hear();
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "beat") return;
      if (this.tries > 0) void upgrade.check(); // the server may have been away for that
      this.tries = 0;
      this.change("open");
      if (message.type === "gone") this.gone();
      else this.listener.onMessage(message);
    };
    socket.onclose = (event) => {
      if (!isCurrent()) return;
      if (event.code === RELOAD) location.reload(); // cards, rule page and all else may be others now
      else this.lost();
    };
  }

  /** Forget the present socket. */
  private drop(): void {
    clearTimeout(this.timer);
    this.heartbeat.stop();
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Nothing is heard any more. */
  private lose(): void {
    if (this.link !== "blocked") this.change("lost");
    this.lost();
  }

  private lost(): void {
    this.drop();
    this.retry();
  }

  private retry(): void {
    const tries = this.tries++;
    if (this.link !== "lost" && this.link !== "blocked") this.change(tries > 0 ? "lost" : "connecting");
    if (tries === 1 || (tries === BLOCKED_AFTER && !this.hasOpened)) void this.askOverHttp(tries);
    this.timer = window.setTimeout(() => this.open(), retryDelay(tries));
  }

  /** Ask over HTTP whether the room still exists, and the server answers, which may take as long as the network likes. */
  private async askOverHttp(tries: number): Promise<void> {
    try {
      await getRoom(this.room);
      if (tries >= BLOCKED_AFTER && !this.hasOpened && !this.ended) this.change("blocked");
    } catch (error) {
      if (error instanceof Refused && error.code === "unknown_room" && !this.ended) this.gone(); // otherwise the server is gone, not the room
    }
  }

  private gone(): void {
    this.change("gone");
    this.close();
  }
}

export const connect: Connect = (room, listener) => new SocketConnection(room, listener);
