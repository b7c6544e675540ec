/** The claim of the rest of a deal that is shown: from before its first card is played until the end of the deal, or of the game, has been seen. */

import { announcer } from "../../base/announcer.svelte";
import type { ClaimedMessage } from "../../protocol/types";

const SHOWN = 6000; // milliseconds after its last card, unless the deal or the game is over: then as long as its end is shown

export class Claims {
  shown = $state.raw<ClaimedMessage | null>(null);
  private waiting: ClaimedMessage | null = null; // until playback reaches the position in which it was made
  private timer = 0;

  receive(message: ClaimedMessage, made: number, isDealOver: boolean): void {
    this.waiting = message;
    if (!isDealOver) this.reach(made, false); // or else it belongs to the next deal
  }

  /** The view shown now has `made` actions: show the claim that was made there, or hide the one that has been played out. */
  reach(made: number, isOver: boolean): void {
    const claim = this.waiting;
    if (claim && made >= claim.start) {
      this.clear();
      this.shown = claim;
      announcer.announce(`${claim.sentence} ${made > claim.start ? announcer.text : ""}`.trim()); // before the news just announced
    }
    if (this.shown && made < this.shown.start) this.dismiss(); // it was taken back
    if (this.shown && made >= this.shown.made && !isOver) this.timer = window.setTimeout(() => (this.shown = null), SHOWN);
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
