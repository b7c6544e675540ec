/** The claim of the rest of a deal that is shown. */

import { announcer } from "../../base/announcer.svelte";
import type { ClaimedMessage } from "../../protocol/types";

const SHOWN = 12_000; // milliseconds, unless the deal is over: then as long as its end is shown

export class Claims {
  shown = $state.raw<ClaimedMessage | null>(null);
  private waiting: ClaimedMessage | null = null; // until playback reaches the view that the claim led to
  private timer = 0;

  receive(message: ClaimedMessage, made: number, isDealOver: boolean): void {
    this.waiting = message;
    this.reach(made, isDealOver);
  }

  /** Show the waiting claim if it belongs to the view shown, which has `made` actions. */
  reach(made: number, isDealOver: boolean): void {
    const claim = this.waiting;
    if (!claim || made < claim.made) return;
    this.clear();
    this.shown = claim;
    announcer.announce(`${claim.sentence} ${announcer.text}`); // before the news just announced
    if (!isDealOver) this.timer = window.setTimeout(() => (this.shown = null), SHOWN);
  }

  /** Hide the claim that is shown; one that is waiting stays. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.shown = null;
  }

  clear(): void {
    this.dismiss();
    this.waiting = null;
  }
}
