// @vitest-environment jsdom
import { afterEach, describe, expect, test } from "vitest";

import { drawCards } from "./drawCards";

const PAGE = `
  <p>Take the <span class="sign" data-deck="french" data-suit="H">seven of hearts</span>, <span class="sign" data-deck="french" data-suit="">joker 1</span>.</p>
  <figure class="cards" data-deck="french">
    <p class="whose">Top</p>
    <ul class="row"><li data-card="7H" class="marked"><span class="name">seven of hearts, marked</span><small>led</small></li><li data-card="?"><span class="name">a card face down</span></li></ul>
    <ul class="row"><li data-card="_"><span class="name">an empty place</span></li></ul>
  </figure>`;

const figure = (...rows: number[]): string =>
  `<figure class="cards" data-deck="sevendeck">${rows.map((n) => `<ul class="row">${'<li data-card="R7"></li>'.repeat(n)}</ul>`).join("")}</figure>`;

function draw(html: string): { page: HTMLElement; undo: () => void } {
  const page = document.createElement("div");
  page.innerHTML = html;
  document.body.append(page);
  return { page, undo: drawCards(page) };
}

afterEach(() => document.body.replaceChildren());

describe("rule pages", () => {
  test("cards are drawn, and stay words for a screen reader", () => {
    const { page } = draw(PAGE);
    const [seven, back, empty] = page.querySelectorAll("li");
    expect(seven!.firstElementChild!.classList).toContain("c-red");
    expect(seven!.querySelector("svg")!.getAttribute("aria-hidden")).toBe("true");
    expect(seven!.querySelector(".name.hidden")!.textContent).toBe("seven of hearts, marked");
    expect(back!.querySelector("svg")!.classList).toContain("c-back");
    expect(empty!.querySelector("svg")).toBeNull();
    expect(page.querySelector("figure")!.style.getPropertyValue("--places")).toBe("2");
  });

  test("a gap between cards is no place of a card", () => {
    const style = draw(PAGE.replace("</li></ul>", '</li><li class="gap"></li><li data-card="6H"></li></ul>')).page.querySelector("figure")!.style;
    expect(["--places", "--gaps"].map((name) => style.getPropertyValue(name))).toEqual(["3", "1"]);
  });

  test("a suit's picture stands before its words", () => {
    const [heart, joker] = draw(PAGE).page.querySelectorAll(".sign");
    expect(heart!.firstElementChild!.classList).toContain("c-red");
    expect(heart!.textContent).toBe("seven of hearts");
    expect(joker!.querySelector("svg")).toBeNull();
  });

  test("rows that grow by one are a triangle", () => {
    const shapes = [figure(1, 2, 3), figure(1, 3), figure(3, 3, 3), figure(1)].map((html) => draw(html).page.firstElementChild!.classList.contains("triangle"));
    expect(shapes).toEqual([true, false, false, false]);
  });

  test("what was drawn can be taken away", () => {
    const { page, undo } = draw(PAGE);
    undo();
    expect(page.querySelectorAll("svg")).toHaveLength(0);
  });
});
