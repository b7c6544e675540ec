// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { upgrade } from "./upgrade.svelte";

const page = (name: string): string => `<script type="module" crossorigin src="/assets/index-${name}.js"></script>`;
let answer: () => Promise<Response>;
let script: HTMLScriptElement;

beforeEach(() => {
  script = document.createElement("script");
  Object.assign(script, { type: "module" }).setAttribute("src", "/assets/index-Old_1.js");
  document.head.append(script);
  upgrade.isNeeded = false;
  vi.stubGlobal("fetch", () => answer());
});
afterEach(() => {
  script.remove();
  vi.unstubAllGlobals();
});

test("a tab that has outlived an upgrade is told, one of the same page or without a network is not", async () => {
  const cases: [() => Promise<Response>, boolean][] = [
    [() => Promise.resolve(new Response(page("Old_1"))), false],
    [() => Promise.reject(new TypeError()), false],
    [() => Promise.resolve(new Response("", { status: 503 })), false],
    [() => Promise.resolve(new Response("a sign-in page of the network")), false],
    [() => Promise.resolve(new Response(page("New-2"))), true],
  ];
  for (const [given, needed] of cases) {
    answer = given;
    await upgrade.check();
    expect(upgrade.isNeeded).toBe(needed);
  }
});
