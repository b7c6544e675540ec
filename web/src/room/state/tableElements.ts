/** The elements of the drawn table: playback animates cards in them, and the keyboard looks there for what can be used. */

type Attachment = (element: HTMLElement) => () => void;

export class TableElements {
  private board: HTMLElement | null = null;
  private overlay: HTMLElement | null = null; // lies above everything else

  get root(): HTMLElement | null {
    return this.board;
  }

  /** Both elements; null while no table is drawn. */
  get stage(): { root: HTMLElement; overlay: HTMLElement } | null {
    return this.board && this.overlay ? { root: this.board, overlay: this.overlay } : null;
  }

  readonly attachRoot: Attachment = (element) => {
    this.board = element;
    return () => {
      if (this.board === element) this.board = null;
    };
  };

  readonly attachOverlay: Attachment = (element) => {
    this.overlay = element;
    return () => {
      if (this.overlay === element) this.overlay = null;
    };
  };
}
