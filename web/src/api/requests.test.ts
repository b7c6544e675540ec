// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { rememberedShuffle } from "./shuffleMemory";
import { getMe, getRecord, newRoom, playAgain } from "./requests";

const SHOWN = "ab".repeat(32);
let asked: { path: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {} });
    const answer = path === "api/promises" ? { promise: "p", commitment: SHOWN } : { room: "r", commitment: SHOWN };
    return new Response(JSON.stringify(answer), { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a request is given up when the network has gone silent, and waits while the server is there", async () => {
  vi.useFakeTimers();
  let isSilent = false;
  const hanging = (signal: AbortSignal): Promise<never> => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new TypeError())));
  vi.stubGlobal("AbortSignal", {
    timeout: (milliseconds: number) => {
      const control = new AbortController();
      setTimeout(() => control.abort(), milliseconds);
      return control.signal;
    },
  });
  vi.stubGlobal("fetch", (path: string, { signal }: { signal: AbortSignal }) => (path === "livez" && !isSilent ? Promise.resolve(new Response("")) : hanging(signal)));
  let told = "";
  void getRecord("r").catch((error: Error) => (told = error.message));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toBe("");
  isSilent = true;
  await vi.advanceTimersByTimeAsync(13_000);
  expect(told).toMatch("The server does not answer.");
  vi.useRealTimers();
});

test("before a game begins the server commits itself, then this browser adds its own", async () => {
  expect(await newRoom({ game: "some", seats: [{ kind: "you" }] })).toBe("r");
  expect(asked.map(({ path }) => path)).toEqual(["api/promises", "api/rooms"]);
  const { promise, random } = asked[1]!.body;
  expect(promise).toBe("p");
  expect(random).toMatch(/^[0-9a-f]{64}$/);
  expect(rememberedShuffle("r")).toEqual({ commitment: SHOWN, mine: random });
});

test("the same is done for another game with the same people, not for the same deal", async () => {
  await playAgain("old", { shuffles: true });
  await playAgain("old", { deal: "same", leaves: true });
  expect(asked.map(({ path }) => path)).toEqual(["api/promises", "api/rooms/old/again", "api/rooms/old/again"]);
  expect(asked[2]!.body).toEqual({ deal: "same", leave: true });
});

test.each([{ deal: 7 }, { daily: true }, { watch: true, seats: [] }, { seats: [{ kind: "bot" as const }] }])("%o needs no promise", async (more) => {
  await newRoom({ game: "some", ...more });
  expect(asked).toEqual([{ path: "api/rooms", body: { game: "some", ...more } }]);
  expect(rememberedShuffle("r")).toBeNull();
});

test("who this is is asked once at a time, and nothing is done before it is known", async () => {
  const me = getMe();
  expect(getMe()).toBe(me);
  const room = newRoom({ game: "some", daily: true });
  await Promise.resolve();
  expect(asked.map(({ path }) => path)).toEqual(["api/me"]);
  await me;
  await room;
  expect(asked.map(({ path }) => path)).toEqual(["api/me", "api/rooms"]);
  await getMe();
  expect(asked).toHaveLength(3);
});

test("a browser that keeps no cookie is asked once more who it is, and shown why that fails", async () => {
  const asked: boolean[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    asked.push("Sevenfold-Known" in init.headers!);
    const refused = { error: { code: "no_cookie", message: "Allow cookies." } };
    return Promise.resolve(asked.at(-1) ? new Response(JSON.stringify(refused), { status: 403 }) : new Response('{"name": "", "new": true}'));
  });
  vi.resetModules(); // nobody has asked yet
  const { getMe } = await import("./requests");
  await expect(getMe()).rejects.toThrow("Allow cookies.");
  expect(asked).toEqual([false, true]);
});

test("what is done goes on where it cannot be found out who this is", async () => {
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => (path === "api/me" ? Promise.reject(new TypeError()) : answer(path, init)));
  const me = getMe();
  expect(await newRoom({ game: "some", daily: true })).toBe("r");
  await expect(me).rejects.toThrow("does not answer");
});
