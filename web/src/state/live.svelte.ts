/** What the page's one live region says. */

class Live {
  text = $state("");

  /** The same words again are altered, so that they are read again. */
  say(words: string): void {
    if (words) this.text = words === this.text ? `${words}\u00a0` : words;
  }
}

export const live = new Live();
