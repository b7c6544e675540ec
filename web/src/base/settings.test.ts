// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";

type Module = typeof import("./settings.svelte");

/** The settings as a page that is opened now reads them. */
async function opened(): Promise<Module["settings"]> {
  vi.resetModules();
  return (await import("./settings.svelte")).settings;
}

beforeEach(() => localStorage.clear());

test("a browser that knows nothing has the usual settings", async () => {
  const settings = await opened();
  expect([settings.theme, settings.size, settings.scale, settings.sound, settings.forced, settings.motion, settings.tips, settings.pace]).toEqual([
    "system", "normal", 1, false, "last", "system", true, "",
  ]);
});

test("settings are remembered", async () => {
  const before = await opened();
  Object.assign(before, { theme: "felt", size: "large", sound: true, forced: "never", motion: "less", tips: false, pace: "slow", order: "rank" });
  const after = await opened();
  expect(after).not.toBe(before);
  expect([after.theme, after.scale > 1, after.sound, after.forced, after.motion, after.tips, after.pace]).toEqual(["felt", true, true, "never", "less", false, "slow"]);
});

test("nonsense in the browser's storage is passed over", async () => {
  localStorage.setItem("sevenfold.theme", '"pink"');
  localStorage.setItem("sevenfold.size", "{");
  localStorage.setItem("sevenfold.forced", "7");
  localStorage.setItem("sevenfold.pace", "[]");
  localStorage.setItem("sevenfold.known", "null");
  const settings = await opened();
  expect([settings.theme, settings.size, settings.forced, settings.pace, settings.hasSeen("x", "panels")]).toEqual(["system", "normal", "last", "", false]);
  settings.markSeen("x", "panels");
  expect(settings.hasSeen("x", "panels")).toBe(true);
});

test("what a player was told is remembered until it is to be told again", async () => {
  const settings = await opened();
  settings.markSeen("some", "bid");
  settings.markSeen("some", "bid");
  settings.markSeen("other", "play");
  const later = await opened();
  expect([later.hasSeen("some", "bid"), later.hasSeen("some", "play"), later.hasSeen("other", "play")]).toEqual([true, false, true]);
  later.forgetSeen("some");
  expect([later.hasSeen("some", "bid"), later.hasSeen("other", "play")]).toEqual([false, true]);
});

test.each([5, ["x"], { x: 5 }, { x: [1, null] }])("what was explained, stored as %j, is passed over", async (known) => {
  localStorage.setItem("sevenfold.known", JSON.stringify(known));
  const settings = await opened();
  expect(settings.hasSeen("x", "panels")).toBe(false);
  settings.markSeen("x", "panels");
  expect(settings.hasSeen("x", "panels")).toBe(true);
});
