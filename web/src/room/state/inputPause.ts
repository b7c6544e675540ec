/** A short time in which input is ignored, because something appeared by itself: a key or a touch was meant for what was there before. */

const PAUSE = 300; // milliseconds

export class InputPause {
  private until = 0;

  start(): void {
    this.until = performance.now() + PAUSE;
  }

  get isActive(): boolean {
    return performance.now() < this.until;
  }
}
