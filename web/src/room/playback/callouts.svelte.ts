/** News that the table calls out for a while: a bid in a bubble at its seat, an attack or a marriage in large letters. */

import type { News, View } from "../../protocol/types";

const BUBBLE = 2600; // milliseconds that a bubble is shown
const LARGE = 4500; // milliseconds that large letters are shown

export class Callouts {
  /** What stands in the middle, in large letters; news that draws a line from seat to seat comes first. */
  large = $state.raw<News[]>([]);
  /** What each seat has just done. */
  bySeat = $state.raw<Record<number, News>>({});
  /** The seats at which a bubble would cover something: what they have done is told in large letters. */
  private crowded = $state.raw<readonly number[]>([]);

  private readonly timers = new Set<number>();
  private until = 0;

  show(fresh: readonly News[], view: View): void {
    const large = fresh.filter((news) => news.shows !== "");
    if (large.length > 0) this.showLarge(large, view);
    else if (performance.now() > this.until && fresh.some((news) => news.is_move)) this.large = [];
    const withCards = new Set(fresh.filter((news) => news.flights.length > 0).map((news) => news.number));
    for (const news of fresh) {
      const { number, seat, is_move, shows } = news;
      if (is_move && seat !== null && seat !== view.seat && shows === "" && !withCards.has(number)) this.showAt(seat, news);
    }
  }

  /** What follows an attack is shown beside it. */
  private showLarge(large: News[], view: View): void {
    const start = large.findLastIndex((news) => news.shows === "line" && news.is_move);
    this.large = start >= 0 ? large.slice(start) : this.large[0]?.shows === "line" ? [...this.large, ...large] : large;
    this.until = performance.now() + LARGE / 2;
    const shown = this.large;
    const awaitsAnswer = view.turn === view.seat && large.at(-1)?.number === view.made && large.at(-1)?.shows === "line";
    if (!awaitsAnswer) this.after(LARGE, () => this.large === shown && (this.large = []));
  }

  /** All that is told in large letters. */
  get told(): News[] {
    const crowded = this.crowded.flatMap((seat) => this.bySeat[seat] ?? []);
    return [...this.large, ...crowded.sort((a, b) => a.number - b.number)];
  }
  /** Whether the bubble of a seat has a place at which it covers nothing. */
  setPlace(seat: number, isThere: boolean): void {
    if (this.crowded.includes(seat) === isThere) this.crowded = isThere ? this.crowded.filter((other) => other !== seat) : [...this.crowded, seat];
  }

  private showAt(seat: number, news: News): void {
    this.setPlace(seat, true); // until its bubble has looked for one
    this.bySeat = { ...this.bySeat, [seat]: news };
    this.after(BUBBLE, () => {
      if (this.bySeat[seat] === news) this.bySeat = Object.fromEntries(Object.entries(this.bySeat).filter(([other]) => Number(other) !== seat));
    });
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.large = [];
    this.bySeat = {};
  }

  private after(wait: number, then: () => void): void {
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, wait);
    this.timers.add(timer);
  }
}
