/** Playing with the keyboard. */

import { announcer } from "../../base/announcer.svelte";
import { spotOf } from "../../gestures/spots";
import { isDirection, nearest, type Direction, type Rect } from "../../gestures/arrows";
import { DEAL_KEYS, mayDeal, type DealChoice } from "../../room/info/deals";
import type { Room } from "../../room/room.svelte";
import { SCROLLED } from "../../ui/whenScrolled";

const PLACES = "[data-place]"; // what can be pointed at
const USABLE = "[data-can], [data-other]"; // what can be chosen, and what could be chosen instead

export class Keyboard {
  private lastWasKey = false;
  private lastFocus: Rect = { left: 0, top: 1e4, width: 0, height: 0 };

  constructor(
    private readonly room: Room,
    private readonly openRules: (rule?: string) => void,
    private readonly openDeal: (choice: DealChoice) => void,
  ) {}

  readonly point = (): void => {
    this.lastWasKey = false;
  };

  readonly press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open], :popover-open") || (event.target as Element).closest("input, select, textarea")) return;
    if (isDirection(event.key) && (event.target as Element).matches(SCROLLED)) return;
    this.lastWasKey = true;
    if (this.handle(event.key)) event.preventDefault();
    const focused = document.activeElement?.closest(USABLE);
    if (focused) this.lastFocus = focused.getBoundingClientRect();
  };

  private handle(key: string): boolean {
    const { state, input, notice } = this.room;
    if (key === "p" && (input.pointing.isPossible || input.pointing.isActive)) return this.togglePointing();
    if (input.pointing.isActive && this.aim(key)) return true;
    if (isDirection(key)) return this.step(key);
    if (key === "Escape") input.selection.putBack();
    else if (key === "?") this.openRules(state.view?.about);
    else if (key === "h" && state.mayHint) input.hints.ask();
    else if (key === "c" && state.info?.may_ask) input.askWinnable();
    else if (key === "c" && state.mayClaim) input.claim();
    else if (DEAL_KEYS[key] && mayDeal(state.info)) this.openDeal(DEAL_KEYS[key]);
    else if (key === "u") input.undoRedo.undo();
    else if (key === "U" || key === "y") input.undoRedo.redo();
    else if (key === "m") notice.show(input.selection.describe());
    else return this.pressButton(key);
    return true;
  }

  private togglePointing(): boolean {
    const { pointing } = this.room.input;
    pointing.toggle();
    if (pointing.isActive) this.moveCursor(this.places().find((place) => !place.closest("footer")) ?? this.places()[0]);
    return true;
  }

  /** A key while the player points: the arrows go from place to place. */
  private aim(key: string): boolean {
    const { pointing } = this.room.input;
    const places = this.places();
    const at = places.find((place) => place.dataset.place === pointing.cursor);
    if (key === "Escape") pointing.stop();
    else if ((key === "Enter" || key === " ") && at) pointing.point(spotOf(at.dataset.place!));
    else if (isDirection(key)) {
      const found = at ? nearest(at.getBoundingClientRect(), places.map((place) => place.getBoundingClientRect()), key) : 0;
      this.moveCursor(places[found]);
    } else return false;
    return true;
  }

  private moveCursor(place: HTMLElement | undefined): void {
    if (!place) return;
    this.room.input.pointing.cursor = place.dataset.place!;
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
    const labelled = place.matches("[aria-label]") ? place : place.querySelector("[aria-label]");
    announcer.announce(labelled?.getAttribute("aria-label") ?? "");
  }

  private places(): HTMLElement[] {
    const all = [...(this.room.elements.root?.querySelectorAll<HTMLElement>(PLACES) ?? [])];
    const isMeant = (place: HTMLElement): boolean => this.room.input.pointing.isLikely(spotOf(place.dataset.place!));
    return all.filter((place) => isMeant(place) && place.checkVisibility({ visibilityProperty: true }));
  }

  private pressButton(key: string): boolean {
    const { state, input, notice } = this.room;
    const move = input.selection.choices.buttons.find((other) => other.gesture.key !== "" && other.gesture.key === key.toLowerCase());
    if (move) input.make(move);
    const refused = input.moves.isBlocked ? undefined : state.view?.refused.find((other) => other.button === key);
    if (!move && refused) notice.show(refused.why);
    return !!move || !!refused;
  }

  private usable(): HTMLElement[] {
    return [...(this.room.elements.root?.querySelectorAll<HTMLElement>(USABLE) ?? [])];
  }

  /** Move the focus in a direction; if nothing has the focus, into the player's own cards. */
  private step(direction: Direction): boolean {
    const others = this.usable();
    const focused = document.activeElement?.closest<HTMLElement>("[data-can], [data-spot]");
    if (!focused) {
      (others.find((element) => element.matches("footer [data-can]")) ?? others[0])?.focus();
      return true;
    }
    const found = nearest(focused.getBoundingClientRect(), others.map((element) => element.getBoundingClientRect()), direction);
    others[found]?.focus();
    return true;
  }

  /** For players who use the keyboard: if the focused element has disappeared, focus the nearest one that can be used. */
  keepFocus(): void {
    if (!this.lastWasKey || (document.activeElement && document.activeElement !== document.body)) return;
    const distance = (element: HTMLElement): number => {
      const rect = element.getBoundingClientRect();
      return Math.abs(rect.left - this.lastFocus.left) + Math.abs(rect.top - this.lastFocus.top);
    };
    const [closest] = this.usable().sort((a, b) => distance(a) - distance(b));
    closest?.focus({ preventScroll: true });
  }
}
