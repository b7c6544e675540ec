/**
 * The window as a table sees it.
 *
 * | form   | windows                                      | how the table stands in it                                   |
 * |--------|----------------------------------------------|--------------------------------------------------------------|
 * | wide   | from 900 wide and 540 high; narrower: higher | seats around the middle, what is asked above one's hand      |
 * | short  | from 560 wide, lower: a phone held sideways  | seats at the top, what is asked beside one's hand            |
 * | narrow | all others: a phone or a tablet held upright | one column; its page is scrolled where it is lower than 560  |
 */

export type Use = "game" | "replay" | "lesson";

export interface Surroundings {
  width: number; // of the window, in pixels
  height: number;
  use: Use;
  ownHeight: number; // of the table itself: of a replay or a lesson in a wide window, what the rest of the page leaves to it
  controls: number; // the height that the controls of a replay take from a narrow or low window
  hasControlsInBar: boolean; // those of a replay in a very low window
  textSize: number; // where 1 is 16 pixels
  tight: number; // how often something was to make room, because the middle was seen not to fit
}

const SLIM = 900; // pixels, below which a window has no room for seats at the sides
export const LOW = 540; // below which it has none for what is asked above a hand
const SMALL_WIDE = [[1000, 600], [1240, 570]] as const; // below both of which a wide window has neither: the seats, or answers in two lines, leave the middle too little
const LEAST_WIDE = 560; // below which nothing stands beside a hand
const LEAST_LOW = 320; // the least height of a low table
const LITTLE = [600, 400] as const; // up to this width it may become as high as this, where its middle does not fit: on one of the smallest phones
const LEAST_NARROW = 560; // the least height of a narrow table
const [LEVELS, LEVELS_NARROW] = [2, 3];
const EXTENSION = 15; // by which it is higher as often as its middle does not fit; with larger letters, which take higher lines and more of them, by the square of their size
export const EXTENSIONS = 8; // at most
const HELD = EXTENSION * EXTENSIONS; // up to which one's own hand stays in a narrow window that is lower than its table, and covers the rest of it
const HELD_LOW = 45; // and in a low one, of which it would leave too little otherwise
export const SMALL = 760; // below which a phone held upright is a small one
const LESSON = 112; // of a narrow window, that the question of a lesson takes

/** Whether the controls of a replay stand above the table, as its page is scrolled. */
export function isLowReplay(width: number, height: number): boolean {
  return width < 1400 && height < (width < SLIM ? LOW : 580);
}

/** Whether the slider and the first buttons of a replay stand in the table's bar: a phone held sideways has no room for both. */
export function isLowestReplay(width: number, height: number): boolean {
  return width >= LEAST_WIDE && height >= 300 && height <= 430;
}

/** Whether the slider and the buttons of single steps share a line: on a small phone held upright. */
export function isSmallReplay(width: number, height: number): boolean {
  return width < LEAST_WIDE && height >= LOW && height < SMALL;
}

/** The height that the window gives to the table. */
function givenHeight({ width, height, use, ownHeight, controls, hasControlsInBar }: Surroundings): number {
  if (use === "game" || hasControlsInBar) return height;
  if (use === "replay" && isLowReplay(width, height)) return Math.min(height, Math.max(width < SLIM ? 420 : 400, height - controls)); // the table's own height is that of what lies on it
  if (width >= SLIM) return ownHeight;
  return use === "replay" ? height - controls : height - (height < LOW ? 0 : LESSON);
}

export class TableWindow {
  readonly width: number;
  readonly height: number;
  readonly use: Use;
  readonly textSize: number; // where 1 is 16 pixels
  readonly hasControlsInBar: boolean;
  readonly given: number; // the height that the window gives to the table
  readonly least: number; // the least height of the table
  readonly tall: number; // the height of the table, which is scrolled in a smaller window
  readonly isSlim: boolean;
  readonly isShort: boolean;
  readonly isNarrow: boolean;
  readonly levels: number; // of what makes room before the table is higher
  readonly mayBeHigher: boolean; // where its middle does not fit: it is then scrolled
  readonly isHeld: boolean; // what stands at the foot of a game's table stays in the window, above the rest of it

  constructor(surroundings: Surroundings) {
    const { width, height, textSize } = surroundings;
    this.width = width;
    this.height = height;
    this.use = surroundings.use;
    this.textSize = textSize;
    this.hasControlsInBar = surroundings.hasControlsInBar;
    this.given = givenHeight(surroundings);
    const low = width < LEAST_WIDE ? LEAST_NARROW : LEAST_LOW;
    this.isSlim = width < SLIM;
    const lowest = this.isSlim ? LOW : (SMALL_WIDE.find(([below]) => width < below)?.[1] ?? LOW);
    this.isShort = Math.max(low, this.given) < lowest && width >= LEAST_WIDE;
    this.isNarrow = this.isSlim && !this.isShort;
    this.mayBeHigher = this.isNarrow || (this.isShort && width <= LITTLE[0] * textSize);
    this.levels = this.isNarrow ? LEVELS_NARROW : LEVELS;
    const extension = EXTENSION * textSize ** 2 * Math.max(0, surroundings.tight - this.levels);
    this.least = this.isNarrow ? LEAST_NARROW + extension : this.mayBeHigher ? Math.min(low + extension, LITTLE[1] * textSize) : low;
    this.tall = Math.max(this.least, this.given);
    this.isHeld = this.use === "game" && this.mayBeHigher && this.tall > this.given && this.tall - this.given <= (this.isNarrow ? HELD : HELD_LOW);
  }

  get isReplay(): boolean {
    return this.use === "replay";
  }
}
