/** The room's chat: the lines that this page was sent, the one that is being written, and what is unread. */

import type { Connection } from "../../api/connection";
import { announcer } from "../../base/announcer.svelte";
import { lettersOf } from "../../base/letters";
import { settings } from "../../base/settings.svelte";
import type { ChatLine, ChatLinesMessage, RoomInfo } from "../../protocol/types";
import { otherPeople } from "../info/seats";
import type { Bubbles } from "./bubbles.svelte";

export const LONGEST = 280; // characters of a line, as people see them
const KEPT = 1000; // lines
const IN_BUBBLE = 90; // characters
const NO_CONNECTION = "The connection is lost; your line is kept here until it is back.";
const UNSURE = "The connection was lost. If your line is not above, send it again.";

/** How many characters people see in a text. */
export const lengthOf = (text: string): number => lettersOf(text).length;

export class Chat {
  lines = $state.raw<readonly ChatLine[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set()); // for the host: lines of people who are muted
  unread = $state(0);
  draft = $state("");
  error = $state(""); // why the line that is being written was not sent
  private sent: string | null = null; // waits for the server's answer
  private readers = 0; // how many lists of lines are on the screen

  constructor(
    private readonly connection: Connection,
    private readonly bubbles: Bubbles,
  ) {}

  /** Whether there is anybody to write to, or something to read. */
  isOffered(info: RoomInfo | null): boolean {
    if (!info) return false;
    const watches = !info.seats.some((seat) => seat.you);
    return this.lines.length > 0 || info.watched || otherPeople(info).length > 0 || (watches && !info.host);
  }

  get isSending(): boolean {
    return this.sent !== null;
  }

  /** Somebody reads the lines until the function that is returned is called. */
  open(): () => void {
    this.readers++;
    this.unread = 0;
    return () => void this.readers--;
  }

  send(): void {
    const text = this.draft.trim();
    if (!text || this.isSending) return;
    const length = lengthOf(text);
    if (length > LONGEST) this.fail(`A line has at most ${LONGEST} characters; this one has ${length.toLocaleString("en")}.`);
    else if (this.connection.send({ type: "chat", text })) [this.sent, this.error] = [text, ""];
    else this.fail(NO_CONNECTION);
  }

  /** The server has not sent the line; it stays in its field. */
  fail(sentence: string): void {
    this.sent = null;
    this.error = sentence;
    announcer.announce(sentence);
  }

  connectionLost(): void {
    if (this.isSending) this.fail(UNSURE);
  }

  receive({ lines, whole }: ChatLinesMessage): void {
    const known = whole ? new Set<number>() : new Set(this.lines.map((line) => line.number));
    const added = lines.filter((line) => !known.has(line.number));
    this.lines = (whole ? added : [...this.lines, ...added].sort((a, b) => a.number - b.number)).slice(-KEPT);
    if (!whole) for (const line of added) this.tell(line);
    else if (this.error === UNSURE && this.lines.findLast(({ you }) => you)?.text === this.draft.trim()) this.accept(this.draft.trim());
  }

  /** The server has this line; what was typed since stays. */
  private accept(text: string): void {
    if (this.draft.trim() === text) this.draft = "";
    [this.sent, this.error] = [null, ""];
  }

  private tell(line: ChatLine): void {
    if (line.you) {
      if (this.sent !== null) this.accept(this.sent);
    } else if (settings.chat) {
      announcer.announce(`${line.name} writes: ${line.text}`);
      if (this.readers === 0) this.unread++;
    }
    if (line.seat !== null && settings.chat && this.readers === 0) this.bubbles.show({ type: "said", seat: line.seat, text: shortened(line.text) });
  }
}

function shortened(text: string): string {
  const characters = lettersOf(text);
  return characters.length > IN_BUBBLE ? `${characters.slice(0, IN_BUBBLE - 1).join("")}…` : text;
}
