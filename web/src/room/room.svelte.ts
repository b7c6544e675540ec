/** One room as this page shows it: what is known of it, its playback and the player's input, all fed by one connection. */

import { connect, type Connect, type Connection, type ConnectionState } from "../api/connection";
import { contribute } from "../api/shuffleMemory";
import { announcer } from "../base/announcer.svelte";
import type { PointedMessage, ReactionMessage, RoomInfo, SaidMessage, ServerMessage, View } from "../protocol/types";
import { REACTIONS } from "./info/reactions";
import { comingsAndGoings } from "./info/seats";
import { rematchLine } from "./info/statusLine";
import { Input } from "./input/input.svelte";
import { Playback } from "./playback/playback.svelte";
import { Bubbles } from "./state/bubbles.svelte";
import { Chat } from "./state/chat.svelte";
import { Clocks } from "./state/clocks";
import { InputPause } from "./state/inputPause";
import { Notice } from "./state/notice.svelte";
import { Pointed } from "./state/pointed.svelte";
import { RoomState } from "./state/roomState.svelte";
import { TableElements } from "./state/tableElements";

const NOT_STORED: readonly string[] = ["storage", "closing"]; // why a line of chat may not be sent, besides its own reasons

export class Room {
  readonly state: RoomState;
  readonly notice: Notice;
  readonly playback: Playback;
  readonly input: Input;
  readonly bubbles = new Bubbles();
  readonly chat: Chat;
  readonly pointed = new Pointed();
  readonly clocks = new Clocks();
  readonly elements = new TableElements();
  private readonly connection: Connection;
  private heldBack: (() => void)[] | null = null; // what has arrived since the player began to leave

  constructor(
    readonly id: string,
    open: Connect = connect,
  ) {
    const inputPause = new InputPause();
    this.state = new RoomState(id);
    this.notice = new Notice(this.state);
    this.playback = new Playback(this.state, this.notice, inputPause, this.elements);
    this.connection = open(id, { onMessage: (message) => this.unlessLeaving(() => this.receive(message)), onStateChange: (state) => this.unlessLeaving(() => this.connectionChanged(state)) });
    this.chat = new Chat(this.connection, this.bubbles);
    this.input = new Input(this.connection, this.state, this.playback, this.notice, inputPause);
  }

  close(): void {
    this.connection.close();
    this.input.close();
    this.playback.close();
    this.notice.close();
    this.bubbles.close();
    this.pointed.close();
  }

  /**
   * Go to the address that `prepare` resolves to. The server may give up or delete this game for it, before it answers: what arrives
   * meanwhile is shown only if `prepare` fails.
   */
  async leave(prepare: () => Promise<string>): Promise<void> {
    this.heldBack ??= [];
    try {
      location.hash = await prepare();
    } catch (error) {
      const arrived = this.heldBack;
      this.heldBack = null;
      for (const take of arrived) take();
      throw error;
    }
  }

  private unlessLeaving(take: () => void): void {
    if (this.heldBack) this.heldBack.push(take);
    else take();
  }

  private connectionChanged(state: ConnectionState): void {
    if (state === "lost") announcer.announce("No connection. Trying again.");
    else if (this.state.connection === "lost" && state === "open") {
      announcer.announce("The connection is back.");
      this.input.moves.connectionRenewed();
    }
    if (state !== "open") {
      this.input.designer.connectionRenewed();
      this.chat.connectionLost();
    }
    this.state.connection = state;
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "view":
        return this.receiveView(message.view, message.room);
      case "lobby":
        return this.receiveInfo(message.room);
      case "status":
        this.state.status = message.text;
        return;
      case "error":
        return message.code === "not_said" || (this.chat.isSending && NOT_STORED.includes(message.code)) ? this.chat.fail(message.message) : this.input.refuse(message);
      case "hint":
        return this.input.hints.receive(message);
      case "can_win":
        return this.input.receiveWinnable(message);
      case "design":
        this.input.designer.choices = message;
        return;
      case "claimed":
        return this.playback.claims.receive(message, this.state.view?.made ?? 0, !!this.playback.dealOver);
      case "reaction":
      case "said":
        return this.receiveRemark(message);
      case "pointed":
        return this.receivePointed(message);
      case "chat_lines":
        return this.chat.receive(message);
      case "muted":
        this.chat.muted = new Set(message.lines);
        return;
      case "announcement":
        this.bubbles.show(message);
        announcer.announce(message.text);
        return;
    }
  }

  private receiveView(view: View, info: RoomInfo): void {
    const wasOpen = this.state.info?.status === "open";
    this.receiveInfo(info);
    this.state.receive(view, info.number);
    this.input.designer.viewReceived(info);
    if (this.input.moves.acknowledge(info.number)) this.playback.skipToNewest();
    this.playback.add(view);
    this.input.moves.resend(info.number);
    if (wasOpen && info.status === "given up") announcer.announce(view.prompt);
  }

  private receiveInfo(info: RoomInfo): void {
    contribute(info, (value) => this.connection.send({ type: "random", value }));
    const last = this.state.received;
    this.state.status = "";
    this.state.cannotBeShown = false;
    this.state.received = info;
    this.clocks.sync();
    if (last?.status === "open" && info.status === "given up") this.notice.hide();
    announcer.announce(comingsAndGoings(last, info));
    if (last && !last.sequel && info.sequel) announcer.announce(rematchLine(info)?.text ?? "");
    this.input.undoRedo.infoChanged(last, info);
  }

  private receiveRemark(message: ReactionMessage | SaidMessage): void {
    const name = this.state.info?.seats[message.seat]?.name ?? "";
    this.bubbles.show(message);
    announcer.announce(`${name}: ${message.type === "said" ? message.text : REACTIONS[message.reaction].name}.`);
  }

  private receivePointed(message: PointedMessage): void {
    const by = this.state.info?.seats[message.seat];
    this.pointed.show(message);
    announcer.announce(by?.you ? `You point at ${message.text}.` : `${by?.name ?? ""} points at ${message.text}.`);
  }
}
