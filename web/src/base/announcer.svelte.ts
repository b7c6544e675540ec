/** The text of the page's one live region, which screen readers read out. */

class Announcer {
  text = $state("");

  /** Announce a sentence. One that repeats the last is altered invisibly, because an unchanged text would not be read out. */
  announce(sentence: string): void {
    if (sentence) this.text = sentence === this.text ? `${sentence}\u00a0` : sentence;
  }
}

export const announcer = new Announcer();
