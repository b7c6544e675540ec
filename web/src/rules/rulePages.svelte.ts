/** The rule pages of the games, each requested once. */

import { getRules } from "../api/requests";
import type { RulePage } from "../protocol/types";

const asked = new Map<string, Promise<RulePage>>();

/** A game's rule page. */
export function loadRulePage(game: string): Promise<RulePage> {
  let page = asked.get(game);
  if (!page) {
    page = getRules(game);
    page.catch(() => asked.delete(game));
    asked.set(game, page);
  }
  return page;
}

class RulePages {
  #pages = $state.raw<Record<string, RulePage>>({});

  /** A game's rule page; null until it has been loaded, which the first call starts. */
  get(game: string): RulePage | null {
    const page = this.#pages[game];
    if (page || !game) return page ?? null;
    loadRulePage(game).then(
      (found) => this.#pages[game] || (this.#pages = { ...this.#pages, [game]: found }),
      () => undefined, // the page works without explanations
    );
    return null;
  }
}

export const rulePages = new RulePages();
