/** Moves a popup into the window, and off what is to be read: panels, what is in force, names, cards on the table, the question, what may be answered, tips, other popups. */

import { freePlace, roomFor } from "../layout/freePlace";
import { followTable } from "./followTable";

const MARGIN = 6; // pixels to the edge of the window
/** What nothing may lie on but, where there is no other room, how the game ended on the button of the last trick. */
export const ALWAYS_READ = ".result, .large, .claim, .facts, .fact, .tracks, .by-trick, .plate, .badge, .centre .card, .centre .label, .opponent .card:not(.c-back), .opponent .label, header > *, .opponent > .said, .prompt > :not(.under), .own .card, .mine .card, .centre .pill, .centre .whose";
/** What nothing else may lie on. */
export const READ = `${ALWAYS_READ}, .last:not(.none), footer button, .tip:not(.left)`;
/** The others' cards, which a popup for a moment may cover where they lie face down. */
export const CARDS = ".opponent .card";

/** What says nothing: a popup for a moment lies on it rather than on what is read. */
const BACKS = ".centre .c-back";

/** Popups of the same kind: two that lie over each other can neither be read. */
const SAID = ".opponent > .said, .large";

/** What stands in the window above the table, at its lower edge: the controls of a replay. */
const IN_FRONT = ".controls";

interface Where {
  when: unknown; // changes whenever something else may have come or moved
  mayHide?: boolean; // rather than cover anything
  onplace?: (isThere: boolean) => void; // is told whether there is a place at which it covers nothing
}

/** A Svelte action for a popup. */
export function keepClear(node: HTMLElement, where: Where): { update: (where: Where) => void; destroy: () => void } {
  const board = node.closest<HTMLElement>(".board");
  const place = (): boolean => {
    node.style.translate = "";
    const covered = [...document.querySelectorAll(IN_FRONT)].map((one) => one.getBoundingClientRect().top).filter((top) => top > window.innerHeight / 2);
    const area = { left: MARGIN, top: MARGIN, width: window.innerWidth - 2 * MARGIN, height: Math.min(window.innerHeight, ...covered) - 2 * MARGIN };
    const others = [...(board?.querySelectorAll(READ) ?? [])].filter((other) => other !== node && other.getBoundingClientRect().width > 0);
    const box = node.getBoundingClientRect();
    const boxesOf = (some: readonly Element[]): DOMRect[] => some.map((other) => other.getBoundingClientRect());
    const near = { left: box.left + box.width / 2, top: box.top + box.height / 2 };
    const telling = others.filter((other) => !other.matches(BACKS));
    const [said, read] = [telling.filter((other) => other.matches(SAID)), telling.filter((other) => !other.matches(SAID))].map(boxesOf) as [DOMRect[], DOMRect[]];
    const found = roomFor(box, near, area, boxesOf(others)) ?? roomFor(box, near, area, boxesOf(telling));
    const { left, top } = found ?? freePlace(box, area, read, said);
    node.style.visibility = !found && where.mayHide ? "hidden" : "";
    where.onplace?.(!!found);
    node.style.translate = `${left - box.left}px ${top - box.top}px`;
    return true;
  };
  const following = followTable(board ?? document.body, place);
  const watch = new ResizeObserver(following.again);
  watch.observe(node);
  return {
    update: (now) => {
      where = now;
      following.again();
    },
    destroy: () => {
      following.stop();
      watch.disconnect();
    },
  };
}
