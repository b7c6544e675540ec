/** One sentence to the player, which stands for a while or until it is no longer true. */

import { live } from "../../base/announcer.svelte";

const STANDS = 7000; // milliseconds at least
const READING = 70; // for each letter

export class Notice {
  text = $state("");
  about = 0; // it is about the view of this number
  private quiet = 0;

  tell(sentence: string, about: number): void {
    clearTimeout(this.quiet);
    this.text = sentence;
    this.about = about;
    live.say(sentence);
    if (sentence) this.quiet = window.setTimeout(() => (this.text = ""), Math.max(STANDS, sentence.length * READING));
  }

  hush(): void {
    clearTimeout(this.quiet);
    this.text = "";
  }

  clear(): void {
    clearTimeout(this.quiet);
  }
}
