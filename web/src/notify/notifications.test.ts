import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settings } from "../base/settings.svelte";
import { areOn, subscribe, switchOff, switchOn } from "./notifications";

/** What the server and the browser were asked for, and how they answer. */
const asked: string[] = [];
let permission: NotificationPermission = "default";
let key = "AQID"; // bytes 1, 2, 3
let current: { endpoint: string; options: { applicationServerKey: ArrayBuffer }; toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null;

const pushManager = {
  getSubscription: () => Promise.resolve(current),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
    const bytes = Uint8Array.from(atob(applicationServerKey), (one) => one.charCodeAt(0));
    current = {
      endpoint: `https://push.example.org/${applicationServerKey}`,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ keys: { p256dh: "point", auth: "secret" } }),
      unsubscribe: () => ((current = null), Promise.resolve(true)),
    };
    return Promise.resolve(current);
  },
};

beforeEach(() => {
  asked.length = 0;
  [permission, key, current] = ["default", "AQID", null];
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", { get permission() { return permission; }, requestPermission: () => Promise.resolve(permission) });
  const registration = { pushManager };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) } });
  vi.stubGlobal("fetch", (path: string, { method = "GET", body = "" }: RequestInit = {}) => {
    asked.push([method, path, body].filter(Boolean).join(" "));
    return Promise.resolve(path === "api/push" ? Response.json({ key }) : new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  settings.notify = false;
  vi.unstubAllGlobals();
});

test("nobody is asked before the player wants it, and a refusal says what to do", async () => {
  expect(await subscribe()).toBe("nowhere");
  expect(asked).toEqual([]);
  expect(await switchOn()).toContain("was not allowed");
  permission = "denied";
  expect(await switchOn()).toContain("Allow them where");
  vi.stubGlobal("isSecureContext", false);
  expect(await switchOn()).toContain("https");
  expect([settings.notify, areOn()]).toEqual([false, false]);
});

test("a browser subscribes with the server's key, and anew when that has changed", async () => {
  permission = "granted";
  expect(await switchOn()).toBe("");
  expect(await subscribe()).toBe("anywhere");
  const sent = { endpoint: "https://push.example.org/AQID", p256dh: "point", auth: "secret" };
  expect(asked).toEqual(["GET api/push", `POST api/subscriptions ${JSON.stringify(sent)}`]);
  key = "BAUG";
  asked.length = 0;
  expect(await subscribe()).toBe("anywhere");
  expect(asked.map((one) => one.replace(/[0-9a-f]{64}/, "HASH"))).toEqual(["GET api/push", "DELETE api/subscriptions/HASH", `POST api/subscriptions ${JSON.stringify({ ...sent, endpoint: "https://push.example.org/BAUG" })}`]);
  await switchOff();
  expect([areOn(), current, asked.at(-1)?.slice(0, 25)]).toEqual([false, null, "DELETE api/subscriptions/"]);
});

test("without a server that calls, notifications are those of an open tab", async () => {
  permission = "granted";
  key = "";
  await switchOn();
  expect(await subscribe()).toBe("tab");
  expect(current).toBeNull();
});
