// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";

import { whenScrolled } from "./whenScrolled";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("other words are read from their beginning, and it is told whether they have room", async () => {
  vi.stubGlobal("ResizeObserver", class { observe(): void {} disconnect(): void {} });
  const box = document.createElement("p");
  vi.spyOn(box, "clientHeight", "get").mockReturnValue(40);
  vi.spyOn(box, "scrollHeight", "get").mockImplementation(() => 20 * (box.textContent?.length ?? 0));
  const told: boolean[] = [];
  const stop = whenScrolled((isScrolled) => told.push(isScrolled))(box);
  box.textContent = "long";
  await Promise.resolve();
  box.scrollTop = 30;
  box.textContent = "ab";
  await Promise.resolve();
  expect([told, box.scrollTop]).toEqual([[false, true, false], 0]);
  if (stop) stop();
  box.textContent = "longer";
  await Promise.resolve();
  expect(told).toHaveLength(3);
});
