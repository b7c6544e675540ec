/** Whether the server has a newer page than this one: an open tab outlives an upgrade. */

const PATIENCE = 8000; // milliseconds

/** The name of the script that a page loads first; it contains a hash of its content. */
export const entryOf = (page: string): string | null => /assets\/(index-[\w-]+\.js)/.exec(page)?.[1] ?? null;

class Upgrade {
  isNeeded = $state(false);
  private isChecking = false;

  /** Compare this page with the one that the server has now; nothing is said if that cannot be told. */
  async check(): Promise<void> {
    const own = entryOf(document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "");
    if (!own || this.isChecking || this.isNeeded) return;
    this.isChecking = true;
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
      const theirs = answer.ok ? entryOf(await answer.text()) : null;
      this.isNeeded = theirs !== null && theirs !== own;
    } catch {
      // the network is gone, which is said elsewhere
    }
    this.isChecking = false;
  }
}

export const upgrade = new Upgrade();
