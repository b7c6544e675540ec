/** Draws the cards and suits of a rule page. The server's HTML names them in words, which remain for screen readers. */

import { mount, unmount } from "svelte";
import Card from "../card/Card.svelte";
import { suitOf } from "../card/packs";
import SuitSign from "./SuitSign.svelte";

const DOWN = "?";
const EMPTY = "_";

/** Draw everything below an element; returns a function that removes the drawings. */
export function drawCards(page: HTMLElement): () => void {
  const drawn = [...page.querySelectorAll<HTMLElement>("figure.cards")].flatMap(drawFigure);
  for (const sign of page.querySelectorAll<HTMLElement>(".sign")) {
    const suit = suitOf(sign.dataset.deck ?? "", sign.dataset.suit ?? "");
    if (suit) drawn.push(mount(SuitSign, { target: sign, anchor: sign.firstChild ?? undefined, props: suit }));
  }
  return () => drawn.forEach((component) => void unmount(component));
}

function drawFigure(figure: HTMLElement): ReturnType<typeof mount>[] {
  const rows = [...figure.querySelectorAll<HTMLElement>(".row")];
  const wide = rows.map((row) => ({ all: row.children.length, gaps: row.querySelectorAll(".gap").length })); // a gap is not half as wide as a card
  const widest = wide.sort((a, b) => b.all - b.gaps / 2 - (a.all - a.gaps / 2))[0]!;
  figure.style.setProperty("--places", String(widest.all - widest.gaps));
  figure.style.setProperty("--gaps", String(widest.gaps));
  const growsByOne = rows.length > 1 && rows.every((row, i) => row.children.length === i + 1);
  figure.classList.toggle("triangle", growsByOne && !figure.querySelector(".whose"));
  const deck = figure.dataset.deck ?? "";
  return [...figure.querySelectorAll<HTMLElement>("li[data-card]")].flatMap((place) => {
    const code = place.dataset.card ?? EMPTY;
    place.querySelector(".name")?.classList.add("hidden");
    if (code === EMPTY) return [];
    return [mount(Card, { target: place, anchor: place.firstChild ?? undefined, props: { deck, code: code === DOWN ? null : code } })];
  });
}
