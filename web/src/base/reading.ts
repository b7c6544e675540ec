/** Whether the player is reading: a dialog is open, or is about to open. A game for one person waits meanwhile. */

const LOADING = 5000; // milliseconds that an expected dialog may take until it is open

class Reading {
  private dialogs = 0;
  private expected = 0; // the timer of a dialog that is about to open
  private readonly listeners = new Set<() => void>();

  get isActive(): boolean {
    return this.dialogs > 0 || this.expected !== 0;
  }

  /** A dialog is about to open. */
  expect(): void {
    clearTimeout(this.expected);
    this.expected = window.setTimeout(() => this.expectNothing(), LOADING);
  }

  /** The expected dialog does not open after all. */
  expectNothing(): void {
    if (!this.expected) return;
    this.stopWaiting();
    this.report();
  }

  /** A dialog is open, until the function returned is called. */
  begin(): () => void {
    this.stopWaiting();
    this.dialogs++;
    return () => {
      this.dialogs--;
      this.report();
    };
  }

  /** Call a function whenever the player has finished reading, until the function returned is called. */
  whenDone(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private stopWaiting(): void {
    clearTimeout(this.expected);
    this.expected = 0;
  }

  private report(): void {
    if (!this.isActive) for (const listener of this.listeners) listener();
  }
}

export const reading = new Reading();
