/** What has come for the player: invitations, requests, open tables. Asked for again and again while the page is looked at. */

import { getNews } from "../api/requests";
import type { HomeNews } from "../protocol/types";

const AGAIN = 10_000; // milliseconds

const NOTHING: HomeNews = { invitations: [], requests: 0, tables: [], public: false };

class NewsFeed {
  #news = $state.raw(NOTHING);

  get news(): HomeNews {
    return this.#news;
  }

  /** Ask now. The news stay as they were if the server does not answer: the page says so elsewhere. */
  async load(): Promise<void> {
    const found = await getNews().catch(() => null);
    if (found && JSON.stringify(found) !== JSON.stringify(this.#news)) this.#news = found;
  }

  /** Ask from time to time, and do something else besides; returns what ends that. */
  follow(besides?: () => Promise<void>): () => void {
    const ask = (): void => {
      if (document.hidden) return;
      void this.load();
      void besides?.();
    };
    const timer = setInterval(ask, AGAIN);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }
}

export const newsFeed = new NewsFeed();
