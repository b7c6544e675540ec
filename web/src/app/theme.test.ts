import { expect, test } from "vitest";

import css from "./app.css?raw";

const LEAST = 4.5; // the contrast that text needs
const block = (start: string): string => css.slice(css.indexOf(start), css.indexOf("\n}", css.indexOf(start)));
const declared = (text: string): Record<string, string> => Object.fromEntries([...text.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));

const base = declared(block(":root {"));
const cloth = declared(block('[data-theme="felt"] {'));
const SUITS = ["black", "red", "orange", "yellow", "green", "blue", "indigo", "violet"];

/** A colour of a theme, as its three parts. */
function colour(name: string, theme: "light" | "dark", over: Record<string, string> = {}): number[] {
  let value = over[name] ?? base[name] ?? "";
  const pair = /^light-dark\((.+), (.+)\)$/.exec(value);
  if (pair) value = pair[theme === "light" ? 1 : 2]!;
  const other = /^var\(--(.+)\)$/.exec(value);
  if (other) return colour(other[1]!, theme, over);
  expect(value, name).toMatch(/^#[0-9a-f]{6}$/);
  return [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16) / 255);
}

const light = (rgb: number[]): number => {
  const [r, g, b] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

function contrast(a: number[], b: number[]): number {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

test.each([
  ["light", "light", {}],
  ["dark", "dark", {}],
  ["felt", "dark", cloth],
] as const)("%s: text can be read on everything it stands on", (_, theme, over) => {
  const of = (name: string): number[] => colour(name, theme, over);
  for (const ground of ["bg", "bg-far", "surface"]) {
    for (const text of ["text", "muted", "accent", "warn"]) expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(LEAST);
  }
  expect(contrast(of("on-accent"), of("accent"))).toBeGreaterThanOrEqual(LEAST);
});

test.each(["light", "dark"] as const)("the indices of %s cards can be read", (theme) => {
  for (const suit of SUITS) expect(contrast(colour(`${suit}-ink`, theme), colour("card", theme)), suit).toBeGreaterThanOrEqual(LEAST);
});

test("no rule is about the pseudo-elements of everything, which a browser would compute for each element of a table", () => {
  const selectors = [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g)].flatMap(([, list]) => list!.split(",").map((one) => one.trim()));
  expect(selectors).toContain("*");
  expect(selectors.filter((one) => /(^|[\s*])::(before|after)$/.test(one) && !one.startsWith(".less-motion "))).toEqual([]);
});
