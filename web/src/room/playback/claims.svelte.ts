/** What is shown once somebody has claimed the rest of a deal. */

import type { ClaimedMessage } from "../../protocol/types";
import { live } from "../../base/announcer.svelte";

const STANDS = 12_000; // milliseconds, or as long as the end of the deal is shown

export class Claims {
  shown = $state.raw<ClaimedMessage | null>(null);
  private waiting: ClaimedMessage | null = null; // until the table is shown as it was afterwards
  private quiet = 0;

  hear(message: ClaimedMessage, made: number, isDealOver: boolean): void {
    this.waiting = message;
    this.reach(made, isDealOver);
  }

  /** The table is shown with so many actions made. */
  reach(made: number, isDealOver: boolean): void {
    const claim = this.waiting;
    if (!claim || made < claim.made) return;
    this.clear();
    this.shown = claim;
    live.say(`${claim.sentence} ${live.text}`); // before what has just been told of the table
    if (!isDealOver) this.quiet = window.setTimeout(() => (this.shown = null), STANDS);
  }

  /** The player goes on; a claim that is yet to be reached stays. */
  dismiss(): void {
    clearTimeout(this.quiet);
    this.shown = null;
  }

  clear(): void {
    this.dismiss();
    this.waiting = null;
  }
}
