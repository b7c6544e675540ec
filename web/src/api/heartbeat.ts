/** Finds out that a connection is lost although its socket looks open: it sends beats, each of which must be answered in time. */

const BETWEEN = 500; // milliseconds from a beat to the next
const PATIENCE = 1700; // milliseconds for an answer where connections are quick
const MOST_PATIENCE = 8000;
const GRACE = 200; // milliseconds in which messages that came while the page was busy are still delivered
const SLOWNESS = 3; // times the slowest answer of late that one may take

/** Resolves after some milliseconds in which the page was active; a browser stops this clock while a page is frozen. */
export type Wait = (milliseconds: number) => Promise<void>;

export const activeWait: Wait = (milliseconds) => new Promise((resolve) => (AbortSignal.timeout(milliseconds).onabort = () => resolve()));

export class Heartbeat {
  private slowest = 0; // milliseconds that an answer took of late
  private round = 0; // changes whenever an answer that is waited for no longer matters
  private sentAt = 0;
  private isAwaited = false;
  private timer = 0;

  constructor(
    private readonly send: () => void,
    private readonly onLost: () => void,
    private readonly wait: Wait = activeWait,
  ) {}

  /** How long an answer may take: longer where the network is known to be slow. */
  get patience(): number {
    return Math.min(MOST_PATIENCE, Math.max(PATIENCE, SLOWNESS * this.slowest));
  }

  /** Begin on a socket that took `opening` milliseconds to open. */
  start(opening: number): void {
    this.slowest = Math.max(this.slowest, opening / 2); // more than one answer's way, and it is all that is known yet
    this.beat();
  }

  stop(): void {
    this.round++;
    this.isAwaited = false;
    clearTimeout(this.timer);
  }

  /** Send a beat now, because something may have happened to the network, or the page has come to the foreground. */
  beat(): void {
    this.stop();
    if (document.hidden) return; // its timers are slowed down, so it could claim a loss that there is not
    this.isAwaited = true;
    this.sentAt = performance.now();
    this.send();
    void this.expectAnswer(this.round);
  }

  /** Something came from the server, whatever it was. */
  hear(): void {
    if (!this.isAwaited) return;
    this.isAwaited = false;
    this.slowest = Math.max(this.slowest * 0.9, performance.now() - this.sentAt);
    this.round++;
    this.timer = window.setTimeout(() => this.beat(), BETWEEN);
  }

  private async expectAnswer(round: number): Promise<void> {
    await this.wait(this.patience);
    await this.wait(GRACE);
    if (round !== this.round) return;
    if (document.hidden) this.stop();
    else this.onLost();
  }
}
