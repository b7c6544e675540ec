/** Choosing a move spot by spot: what can follow the spots picked so far. */

import type { Face, Move, RefusedMove, View } from "../protocol/types";
import { keyOf, spotOf, type Choices } from "./spots";
import { choicesTogether, confirming, isTogether } from "./together";

const MOST_NAMED = 2; // of the moves that one more touch would make, those offered as buttons

const pathOf = (move: Move): string[] => [...new Set(move.gesture.spots.map(keyOf))];

interface Candidate {
  move: Move;
  path: string[];
}

export function choicesOf(view: View, picked: readonly string[]): Choices {
  if (isTogether(view)) return choicesTogether(view, picked);
  const all = view.moves.map((move) => ({ move, path: pathOf(move) }));
  return picked.length === 0 ? firstStep(view, all) : nextStep(all, picked);
}

function firstStep(view: View, all: Candidate[]): Choices {
  const faces = new Map<string, { face: Face; kind: string }>();
  for (const zone of view.zones) {
    zone.faces.forEach((face, at) => faces.set(`${zone.id}:${at}`, { face, kind: zone.kind }));
  }
  const sources = new Set(all.filter((c) => c.path.length > 1).map((c) => c.path[0]));
  const shown = new Set<string>();
  const reach = new Set<string>();
  for (const { path } of all) {
    path.forEach((key, i) => {
      reach.add(key);
      const fromHand = faces.get(path[0]!)?.kind === "hand";
      const isCard = faces.get(key)?.face.state === "up";
      if (i === 0 || sources.size === 1 || (isCard && !fromHand)) shown.add(key);
    });
  }
  const buttons = all.filter((c) => c.path.length === 0).map((c) => c.move);
  return { shown, reach, buttons, done: null };
}

function nextStep(all: Candidate[], picked: readonly string[]): Choices {
  const open = all.filter((c) => picked.every((key) => c.path.includes(key)));
  const rest = new Set(open.flatMap((c) => c.path.filter((key) => !picked.includes(key))));
  const complete = open.filter((c) => c.path.length === picked.length);
  const inOrder = (c: Candidate): boolean => c.path.every((key, i) => key === picked[i]);
  const plain = complete.filter((c) => !c.move.gesture.button).sort((a, b) => Number(inOrder(b)) - Number(inOrder(a)));
  const named = complete.filter((c) => c.move.gesture.button);
  const done = rest.size === 0 && named.length === 0 ? (plain[0]?.move ?? null) : null;
  /** If one move is complete, the moves that one more touch would make are offered as buttons too. */
  const further = plain.length > 0 ? open.filter((c) => c.path.length === picked.length + 1 && !c.move.gesture.button) : [];
  const buttons = done ? [] : [...plain.slice(0, 1), ...named, ...(further.length <= MOST_NAMED ? further : [])].map((c) => c.move);
  return { shown: rest, reach: rest, buttons, done };
}

/** The spots with which a move may begin. */
export const reachOf = (view: View): Set<string> => choicesOf(view, []).reach;

/** The spots picked by a first touch. If only one card can be moved, touching its target picks both. */
export function begin(view: View, key: string): string[] {
  const paths = view.moves.map(pathOf).filter((path) => path.length > 1);
  const sources = new Set(paths.map((path) => path[0]!));
  const [source] = sources;
  const isTarget = sources.size === 1 && source !== key && spotOf(source!).zone !== spotOf(key).zone && paths.some((path) => path.includes(key));
  return isTarget ? [source!, key] : [key];
}

const MOST_TRIED = 150; // ways to begin a move

/** The buttons that may appear while a move is chosen: those of the largest choice, and those with the most letters; none if nothing is to be picked. */
export function followingButtons(view: View): Move[][] {
  if (isTogether(view)) return [confirming(view)];
  const all = view.moves.map((move) => ({ move, path: pathOf(move) }));
  const queue = [...reachOf(view)].map((key) => begin(view, key));
  const tried = new Set<string>();
  const found: Move[][] = [];
  for (const picked of queue) {
    const name = [...picked].sort().join(" ");
    if (tried.has(name) || tried.size >= MOST_TRIED) continue;
    tried.add(name);
    const { buttons, done, reach } = nextStep(all, picked);
    if (done) continue;
    found.push(buttons);
    queue.push(...[...reach].map((key) => [...picked, key]));
  }
  const letters = (moves: Move[]): number => moves.reduce((sum, move) => sum + buttonText(move).length + move.effect.length, 0);
  const largest = (size: (moves: Move[]) => number): Move[] => found.reduce((best, one) => (size(one) > size(best) ? one : best));
  return found.length ? [...new Set([largest((moves) => moves.length + letters(moves) / 1e6), largest(letters)])] : [];
}

/** The text on the button of a move. */
export const buttonText = (move: Move): string => move.gesture.button || move.label;

export interface Button {
  text: string;
  move: Move | null;
  refused: RefusedMove | null;
}

/** The buttons of the moves and of refused moves; numbers are sorted. */
export function orderButtons(moves: readonly Move[], refused: readonly RefusedMove[]): Button[] {
  const all = [
    ...moves.map((move): Button => ({ text: buttonText(move), move, refused: null })),
    ...refused.map((other): Button => ({ text: other.button, move: null, refused: other })),
  ];
  return all.every(({ text }) => /^\d+$/.test(text)) ? all.sort((a, b) => Number(a.text) - Number(b.text)) : all;
}
