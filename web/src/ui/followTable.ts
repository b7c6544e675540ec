/** Places a popup again as long as what lies under it moves. */

const FRAMES = 3; // in which what comes with a change may still move something
const PARTS = ".centre, .opponent, .opponent .others, header, footer"; // which move something else when they get another size

export interface Following {
  again: () => void; // something changed
  stop: () => void;
}

/**
 * Place something at once, in the next frames, at the end of what is animated on the table, and whenever a part of the table gets another size, as it does when something comes late.
 *
 * @param board - the table
 * @param place - places it; false if that is no longer wanted
 */
export function followTable(board: HTMLElement, place: () => boolean): Following {
  let next = 0;
  let round = 0;
  const follow = (frames: number): void => {
    cancelAnimationFrame(next);
    const mine = ++round;
    if (!place()) return;
    if (frames > 0) return void (next = requestAnimationFrame(() => follow(frames - 1)));
    const moving = board.getAnimations({ subtree: true }).filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length) void Promise.allSettled(moving.map((one) => one.finished)).then(() => mine === round && follow(0));
  };
  const again = (): void => follow(FRAMES);
  const observer = new ResizeObserver(again);
  for (const part of [board, ...board.querySelectorAll(PARTS)]) observer.observe(part);
  again();
  return {
    again,
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(next);
      round += 1;
    },
  };
}
