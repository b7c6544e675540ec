/** One sentence to the player, shown for a while or until it no longer applies. */

import { announcer } from "../../base/announcer.svelte";
import type { View } from "../../protocol/types";
import type { RoomState } from "./roomState.svelte";

const SHOWN = 7000; // milliseconds at least
const READING = 70; // milliseconds for each letter

export class Notice {
  text = $state("");
  aside = $state(""); // shown small after the text
  private lastMade = 0; // it applies to views with at most this many actions
  private timer = 0;

  constructor(private readonly room: RoomState) {}

  /** Show a sentence about the present view, which also applies to views with up to `moreActions` further actions; `aside` stands small after it. */
  show(sentence: string, moreActions = 0, aside = ""): void {
    clearTimeout(this.timer);
    this.text = sentence;
    this.aside = aside;
    this.lastMade = (this.room.view?.made ?? 0) + moreActions;
    announcer.announce([sentence, aside].filter(Boolean).join(" "));
    if (sentence) this.timer = window.setTimeout(() => (this.text = ""), Math.max(SHOWN, sentence.length * READING));
  }

  hide(): void {
    clearTimeout(this.timer);
    this.text = "";
  }

  /** Hide the notice if it does not apply to the next view: too much has happened, or the player has to act. */
  expire(next: View): void {
    if (next.made > this.lastMade || next.turn === next.seat) this.hide();
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
