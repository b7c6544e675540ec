/** One sentence to the player, shown for a while or until it no longer applies. */

import { announcer } from "../../base/announcer.svelte";
import type { View } from "../../protocol/types";
import type { RoomState } from "./roomState.svelte";

const SHOWN = 7000; // milliseconds at least
const READING = 70; // milliseconds for each letter

/** A small figure beside a sentence, with what it means. */
export interface Figure {
  figure: string;
  about: string;
}

export class Notice {
  text = $state("");
  figure = $state.raw<Figure | null>(null);
  private lastMade = 0; // it applies to views with at most this many actions
  private timer = 0;

  constructor(private readonly room: RoomState) {}

  /** Show a sentence about the present view, which also applies to views with up to `moreActions` further actions. */
  show(sentence: string, moreActions = 0, figure: Figure | null = null): void {
    clearTimeout(this.timer);
    this.text = sentence;
    this.figure = figure;
    this.lastMade = (this.room.view?.made ?? 0) + moreActions;
    announcer.announce(figure ? `${sentence} ${figure.figure}` : sentence);
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
