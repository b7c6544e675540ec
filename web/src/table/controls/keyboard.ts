/** Playing with the keyboard alone. */

import { isDirection, nearest, type Direction, type Rect } from "../../gestures/arrows";
import type { Room } from "../../room/room.svelte";
import type { View } from "../../protocol/types";

interface Panels {
  open(panel: string, rule?: string): void;
  back(): void;
}

export class Keyboard {
  private lastWasKey = false;
  private place: Rect = { left: 0, top: 1e4, width: 0, height: 0 }; // what had the focus last

  constructor(
    private readonly room: Room,
    private readonly panels: Panels,
  ) {}

  readonly point = (): void => {
    this.lastWasKey = false;
  };

  readonly press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open], :popover-open") || (event.target as Element).closest("input, select, textarea")) return;
    this.lastWasKey = true;
    if (this.handle(event.key)) event.preventDefault();
    const at = document.activeElement?.closest("[data-can], [data-other]");
    if (at) this.place = at.getBoundingClientRect();
  };

  private handle(key: string): boolean {
    const { room } = this;
    if (isDirection(key)) return this.step(key);
    if (key === "Enter" && room.playback.dealOver && !room.playback.restingTrick) return this.goOn();
    if (key === "Escape") room.input.selection.putBack();
    else if (key === "?") this.panels.open("rules", room.state.view?.about);
    else if (key === "h" && room.state.mayHint) room.input.hints.ask();
    else if (key === "c" && room.state.info?.may_ask) room.input.askWinnable();
    else if (key === "c" && room.state.mayClaim) room.input.claim();
    else if (key === "u") room.input.undoRedo.undo();
    else if (key === "U" || key === "y") room.input.undoRedo.redo();
    else if (key === "m") room.notice.show(room.input.selection.describe());
    else return this.pressButton(key);
    return true;
  }

  /** Enter goes on to the next deal, unless the focus is on something else that it would press. */
  private goOn(): boolean {
    if (document.activeElement?.matches("a, button:not([data-spot])")) return false;
    this.room.playback.nextDeal();
    return true;
  }

  private pressButton(key: string): boolean {
    const move = this.room.input.selection.choices.buttons.find((other) => other.gesture.key !== "" && other.gesture.key === key.toLowerCase());
    if (move) this.room.input.make(move);
    const refused = this.room.input.moves.isBlocked ? undefined : this.room.state.view?.refused.find((other) => other.button === key);
    if (!move && refused) this.room.notice.show(refused.why);
    return !!move || !!refused;
  }

  private can(): HTMLElement[] {
    return [...(this.room.elements.root?.querySelectorAll<HTMLElement>("[data-can], [data-other]") ?? [])];
  }

  private step(direction: Direction): boolean {
    const others = this.can().filter((element) => element !== document.activeElement);
    const here = document.activeElement?.closest<HTMLElement>("[data-can], [data-spot]");
    if (!here) {
      (others.find((element) => element.matches("footer [data-can]")) ?? others[0])?.focus();
      return true;
    }
    const found = nearest(here.getBoundingClientRect(), others.map((element) => element.getBoundingClientRect()), direction);
    others[found]?.focus();
    return true;
  }

  /** When the focused thing is gone, the nearest one that can be used gets the focus, for those who play by keyboard. */
  keepFocus(_view: View): void {
    if (!this.lastWasKey || (document.activeElement && document.activeElement !== document.body)) return;
    const others = this.can();
    const distance = (element: HTMLElement): number => {
      const rect = element.getBoundingClientRect();
      return Math.abs(rect.left - this.place.left) + Math.abs(rect.top - this.place.top);
    };
    others.sort((a, b) => distance(a) - distance(b))[0]?.focus({ preventScroll: true });
  }
}
