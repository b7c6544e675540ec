/** Cards that are chosen in any order, taken back one by one, and confirmed together: moves of one card each. */

import type { Move, View } from "../protocol/types";
import { keyOf, type Choices } from "./spots";

/** Whether several moves of a view are chosen together. */
export const isTogether = (view: View | null): boolean => !!view && view.together > 1;

const at = (view: View, key: string): Move | undefined => view.moves.find((move) => move.gesture.spots.some((spot) => keyOf(spot) === key));

/** What can follow the cards picked so far: any other, until there are enough; then the button that confirms them. */
export function choicesTogether(view: View, picked: readonly string[]): Choices {
  const free = new Set(picked.length < view.together ? view.moves.flatMap((move) => move.gesture.spots.map(keyOf)).filter((key) => !picked.includes(key)) : []);
  const left = view.together - picked.length;
  const label = confirmation(view);
  const refused = left > 0 && picked.length > 0 ? [{ button: label, label, why: `Choose ${left} more, or touch one again to put it back.` }] : [];
  return { shown: free, reach: free, buttons: left > 0 ? [] : [joined(view, picked)], done: null, refused };
}

/** The button that confirms, in the word of the moves: "Choose these 3 cards". */
function confirmation(view: View): string {
  const verb = view.moves[0]?.label.split(" ")[0] ?? "Choose";
  return `${verb} these ${view.together} cards`;
}

/** The moves of the picked cards as one, in the order in which they were picked. */
function joined(view: View, picked: readonly string[]): Move {
  const moves = picked.map((key) => at(view, key)).filter((move) => !!move);
  const [first] = moves;
  const label = confirmation(view);
  return {
    ...first!,
    actions: moves.flatMap((move) => move.actions),
    text: moves.map((move) => move.text).join(", "),
    label,
    effect: "",
    gesture: { spots: moves.flatMap((move) => move.gesture.spots), button: label, key: "" },
  };
}

/** The button that appears while cards are picked, for which room is kept. */
export const confirming = (view: View): Move[] => [joined(view, view.moves.slice(0, view.together).map((move) => keyOf(move.gesture.spots[0]!)))];
