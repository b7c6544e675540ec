/** What the page's one live region says. */

class Live {
  text = $state("");

  /** If the same words come again, they are altered, so that they are read out again. */
  say(words: string): void {
    if (words) this.text = words === this.text ? `${words}\u00a0` : words;
  }
}

export const live = new Live();
