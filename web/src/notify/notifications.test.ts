import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settings } from "../base/settings.svelte";
import { agree, areOn, hide, show, switchOff, switchOn } from "./notifications";

/** What the server and the browser were asked for, and how they answer. */
const asked: string[] = [];
let permission: NotificationPermission = "default";
let key = "AQID"; // bytes 1, 2, 3
let slow: Promise<void> | null = null; // what the browser waits for before it subscribes
let current: { endpoint: string; options: { applicationServerKey: ArrayBuffer }; toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null;

const pushManager = {
  getSubscription: () => Promise.resolve(current),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    await slow;
    const bytes = Uint8Array.from(atob(applicationServerKey), (one) => one.charCodeAt(0));
    current = {
      endpoint: `https://push.example.org/${applicationServerKey}`,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ keys: { p256dh: "point", auth: "secret" } }),
      unsubscribe: () => ((current = null), Promise.resolve(true)),
    };
    return current;
  },
};

beforeEach(() => {
  asked.length = 0;
  [permission, key, slow, current] = ["default", "AQID", null, null];
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
  expect(await agree()).toBe("nowhere");
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
  expect(await agree()).toBe("anywhere");
  const sent = { endpoint: "https://push.example.org/AQID", p256dh: "point", auth: "secret" };
  expect(asked).toEqual(["GET api/push", `POST api/subscriptions ${JSON.stringify(sent)}`]);
  key = "BAUG";
  asked.length = 0;
  expect(await agree()).toBe("anywhere");
  expect(asked.map((one) => one.replace(/[0-9a-f]{64}/, "HASH"))).toEqual(["GET api/push", "DELETE api/subscriptions/HASH", `POST api/subscriptions ${JSON.stringify({ ...sent, endpoint: "https://push.example.org/BAUG" })}`]);
  await switchOff();
  expect([areOn(), current, asked.at(-1)?.slice(0, 25)]).toEqual([false, null, "DELETE api/subscriptions/"]);
});

test("without a server that calls, notifications are those of an open tab", async () => {
  permission = "granted";
  key = "";
  await switchOn();
  expect(await agree()).toBe("tab");
  expect(current).toBeNull();
});

test("a push service that refuses is told from a server that does not call", async () => {
  permission = "granted";
  await switchOn();
  slow = Promise.reject(new DOMException("Registration failed - push service error", "AbortError"));
  expect(await agree()).toBe("refused");
  expect(asked).toEqual(["GET api/push"]);
  slow = null;
  expect(await agree()).toBe("anywhere");
});

test("whoever switches off while the browser is still subscribing is not called", async () => {
  permission = "granted";
  let goOn = (): void => undefined;
  slow = new Promise((go) => (goOn = go));
  await switchOn();
  const on = agree();
  await vi.waitFor(() => expect(asked).toEqual(["GET api/push"]));
  const off = switchOff();
  goOn();
  await Promise.all([on, off]);
  expect([areOn(), current]).toEqual([false, null]);
  expect(asked.map((one) => one.split(" ").slice(0, 2).join(" ").slice(0, 25))).toEqual(["GET api/push", "POST api/subscriptions", "DELETE api/subscriptions/"]);
});

test("what a page left behind that was closed too soon is ended by the next one", async () => {
  permission = "granted";
  await switchOn();
  await agree();
  settings.notify = false; // and the page is closed
  asked.length = 0;
  expect(await agree()).toBe("nowhere");
  expect([current, asked.map((one) => one.slice(0, 25))]).toEqual([null, ["DELETE api/subscriptions/"]]);
});

test("a browser that cannot end it leaves that to the server", async () => {
  permission = "granted";
  await switchOn();
  await agree();
  current!.unsubscribe = () => Promise.reject(new Error("no network"));
  await switchOff();
  expect(asked.at(-1)?.slice(0, 25)).toBe("DELETE api/subscriptions/");
});

test("what is shown just after something was taken away stays", async () => {
  permission = "granted";
  settings.notify = true;
  const shown = new Map<string, { close: () => void }>();
  const later = () => new Promise((done) => setTimeout(done, 5));
  const registration = {
    showNotification: (_title: string, { tag }: { tag: string }) => Promise.resolve(void shown.set(tag, { close: () => shown.delete(tag) })),
    getNotifications: async ({ tag }: { tag: string }) => (await later(), [...(shown.has(tag) ? [shown.get(tag)!] : [])]),
  };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) } });
  await Promise.all([show("Your turn", "Once.", "#/", "turn 7"), hide("turn 7"), show("Your turn", "Again.", "#/", "turn 7")]);
  expect(shown.size).toBe(1);
  await hide("turn 7");
  expect(shown.size).toBe(0);
});
