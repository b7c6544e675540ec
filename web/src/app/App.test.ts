// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import App from "./App.svelte";

test("the page says its name", () => {
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.body.textContent).toContain("Sevenfold");
  void unmount(app);
});
