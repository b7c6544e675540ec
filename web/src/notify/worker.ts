/** The service worker (public/worker.js), which keeps the page's files and shows notifications. Browsers have none without https. */

/** Start it, or look for a newer one. The page works without. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ ports }) => ports[0]?.postMessage(location.href)); // it asks where this tab is
  navigator.serviceWorker.startMessages();
  await navigator.serviceWorker.register("worker.js", { updateViaCache: "none" }).catch(() => undefined);
}

/** The running worker; undefined if there is none. */
export async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration && navigator.serviceWorker.ready;
}
