/** Notifications of the browser: while a tab is open, and, where the server calls people, while none is. */

import { getPush, subscribe as sendSubscription, unsubscribe } from "../api/requests";
import { settings } from "../base/settings.svelte";
import { worker } from "./worker";

const NO_HTTPS = "Browsers show notifications only for pages at https addresses, and this one has none.";
const NONE = "This browser shows no notifications. On an iPhone or iPad, first add the page to the home screen, then open it from there.";
const DENIED = "Your browser blocks notifications of this page. Allow them where it shows the page's address, then switch them on here.";
const NOT_ASKED = "Your browser was not allowed to show notifications. Switch them on again, and allow it.";

/** Where a player is notified: nowhere; while a tab is open; the same, because the browser's push service refused more; wherever they are. */
export type Reach = "nowhere" | "tab" | "refused" | "anywhere";

/** Whether notifications are on and allowed. */
export const areOn = (): boolean => settings.notify && "Notification" in globalThis && Notification.permission === "granted";

/** Ask the player's browser for permission, in answer to a click. Returns why there are no notifications; empty if there are. */
export async function switchOn(): Promise<string> {
  if (!isSecureContext) return NO_HTTPS;
  if (!("Notification" in globalThis)) return NONE;
  await Notification.requestPermission();
  if (Notification.permission !== "granted") return Notification.permission === "denied" ? DENIED : NOT_ASKED;
  settings.notify = true;
  return "";
}

export async function switchOff(): Promise<void> {
  settings.notify = false;
  await agree();
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Let browser and server agree with what the player wants: the server calls this browser if that is wanted and possible, and otherwise
 * calls it no longer. Also tells a server that has forgotten it, or has another key. One after the other: whoever switches on and off
 * again at once is not subscribed by a request that was still under way.
 */
export function agree(): Promise<Reach> {
  const next = last.then(() => (areOn() ? subscribe() : end()));
  last = next;
  return next;
}

/** End what there is, also what a page could not end that was closed too soon after its player had switched this off. */
async function end(): Promise<Reach> {
  const subscription = await worker().then((found) => found?.pushManager?.getSubscription(), () => null);
  if (subscription) await leave(subscription);
  return "nowhere";
}

async function subscribe(): Promise<Reach> {
  try {
    const [registration, { key }] = await Promise.all([worker(), getPush()]);
    if (!key || !registration?.pushManager) return "tab";
    const known = await registration.pushManager.getSubscription();
    const isCurrent = known && base64(known.options.applicationServerKey) === key;
    if (known && !isCurrent) await leave(known);
    const subscription = isCurrent ? known : await newSubscription(registration, key);
    if (!subscription) return "refused";
    const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
    await sendSubscription({ endpoint: subscription.endpoint, p256dh, auth });
    return "anywhere";
  } catch {
    return "tab"; // the server is away
  }
}

/** null if the browser has no push service, or that refuses. */
const newSubscription = (registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);

/** End a subscription, here and on the server; the browser's own end is what counts. */
async function leave(subscription: PushSubscription): Promise<void> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const id = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await subscription.unsubscribe().catch(() => undefined); // the server can end it alone
  await unsubscribe(id).catch(() => undefined); // its push service will tell the server
}

const base64 = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

let shownLast: Promise<void> = Promise.resolve();

/** One after the other: what is taken away must not be what is shown next. */
const inOrder = (act: () => Promise<void>): Promise<void> => (shownLast = shownLast.then(act, act));

/** Show a notification; a click on it leads to the link. A later one about the same replaces it. */
export const show = (title: string, text: string, link: string, about: string): Promise<void> =>
  inOrder(async () => {
    if (!areOn()) return;
    const how = { body: text, tag: about, icon: "icons/192.png", data: { link } };
    const registration = await worker();
    if (registration) return registration.showNotification(title, how); // phones know no other way
    const shown = new Notification(title, how);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  });

/** Take away what was shown about something. */
export const hide = (about: string): Promise<void> =>
  inOrder(async () => {
    for (const shown of (await (await worker())?.getNotifications({ tag: about })) ?? []) shown.close();
  });
