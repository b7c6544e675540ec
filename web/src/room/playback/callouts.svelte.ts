/** What the table makes much of for a while: what somebody says at a seat, an attack, a marriage. */

import type { News, View } from "../../protocol/types";

const SAID = 2600; // milliseconds that a bubble stands
const SHOWN = 4500; // that something told in large letters does

export class Told {
  /** What stands in the middle: the line from seat to seat first, if there is one. */
  large = $state.raw<News[]>([]);
  /** What the seats have just said. */
  said = $state.raw<Record<number, string>>({});

  private timers = new Set<number>();
  private until = 0;

  hear(fresh: readonly News[], view: View): void {
    const large = fresh.filter((news) => news.shows !== "");
    if (large.length > 0) this.show(large, view);
    else if (performance.now() > this.until && fresh.some((news) => news.is_move)) this.large = [];
    for (const { seat, text, is_move, shows, flights } of fresh) {
      if (is_move && seat !== null && seat !== view.seat && shows === "" && flights.length === 0) this.say(seat, text);
    }
  }

  /** What follows an attack stands beside it. */
  private show(large: News[], view: View): void {
    const start = large.findLastIndex((news) => news.shows === "line" && news.is_move);
    this.large = start >= 0 ? large.slice(start) : this.large[0]?.shows === "line" ? [...this.large, ...large] : large;
    this.until = performance.now() + SHOWN / 2;
    const shown = this.large;
    const isAsked = view.turn === view.seat && large.at(-1)?.number === view.made && large.at(-1)?.shows === "line";
    if (!isAsked) this.after(SHOWN, () => this.large === shown && (this.large = []));
  }

  private say(seat: number, text: string): void {
    this.said = { ...this.said, [seat]: text };
    this.after(SAID, () => this.said[seat] === text && (this.said = Object.fromEntries(Object.entries(this.said).filter(([other]) => Number(other) !== seat))));
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.large = [];
    this.said = {};
  }

  private after(wait: number, then: () => void): void {
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, wait);
    this.timers.add(timer);
  }
}
