/**
 * The service worker. It keeps the page's own files, shows a page of its own while the server cannot be reached, and shows what
 * the server tells a person who is away. It never keeps the page itself, or anything of the API: a page that comes from the
 * network always brings the files that belong to it, whichever version of this worker is running.
 */

const SCOPE = self.registration.scope;
const FILES = `sevenfold ${SCOPE}`; // several servers may share a host
const SHARED = /^((join|room|replay|daily)\/.|puzzle(\/|$))/; // links as they are shared, which lead to the route of the same name
const OFFLINE = ["offline/page.html", "offline/page.js", "offline/style.css"];
const PATIENCE = 500; // milliseconds in which a tab says where it is
const AWAY = [502, 503, 504]; // what a proxy answers whose server is gone

self.addEventListener("install", (event) => {
  void self.skipWaiting(); // nothing depends on which version of the worker runs
  event.waitUntil(keepOfflinePage());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

async function keepOfflinePage() {
  const kept = await caches.open(FILES);
  await kept.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" })));
}

// -- files --------------------------------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const path = request.url.slice(SCOPE.length).replace(/[?#].*$/, "");
  if (request.mode === "navigate" && (path === "" || path === "index.html" || SHARED.test(path))) event.respondWith(page(event, path));
  else if (path.startsWith("assets/") || OFFLINE.includes(path)) event.respondWith(file(event));
});

/** The page from the network; while that is impossible, one that says so. */
async function page(event, path) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!AWAY.includes(answer.status)) {
      if (answer.ok) event.waitUntil(forgetOldFiles(answer.clone()));
      return answer;
    }
  } catch {
    // the network is gone
  }
  if (SHARED.test(path)) return Response.redirect(`${SCOPE}#/${path}`); // where it is opened later
  return (await caches.match(`${SCOPE}${OFFLINE[0]}`, { cacheName: FILES })) ?? Response.error();
}

/** A file whose name changes with its content. */
async function file(event) {
  const kept = await caches.open(FILES);
  const found = await kept.match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  const isFile = answer.ok && !answer.headers.get("Content-Type")?.startsWith("text/html");
  if (isFile) event.waitUntil(kept.put(event.request, answer.clone()).catch(() => undefined)); // there may be no room
  return answer;
}

/** Once there is a page that begins with a new file: forget those of other versions, and get the offline page anew. */
async function forgetOldFiles(answer) {
  const entry = /assets\/index-[\w-]+\.js/.exec(await answer.text())?.[0];
  const kept = await caches.open(FILES);
  if (!entry || (await kept.match(`${SCOPE}${entry}`))) return;
  const old = (await kept.keys()).filter(({ url }) => url.startsWith(`${SCOPE}assets/`));
  await Promise.all([...old.map((request) => kept.delete(request)), keepOfflinePage()]);
}

// -- notifications ------------------------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data.json();
  } catch {
    // of another version of the server: something has to be shown all the same
  }
  const { title = "Sevenfold", text = "", link = "#/", about = "" } = said;
  const how = { body: text, data: { link }, icon: "icons/192.png", badge: "icons/badge.png", ...(about && { tag: about, renotify: true }) };
  event.waitUntil(self.registration.showNotification(title, how));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link ?? "#/"));
});

/** Show what a link of the page leads to: in the tab that has it already, or else in a new one. */
async function open(link) {
  const { href } = new URL(link, SCOPE);
  if (!href.startsWith(SCOPE)) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const addresses = await Promise.all(tabs.map(addressOf));
  const there = tabs[addresses.indexOf(href)];
  await (there ? there.focus() : self.clients.openWindow(href));
}

/** Where a tab is now, as its page says; browsers know only where it began. Empty if it does not say so soon. */
function addressOf(tab) {
  const { port1: answers, port2: asks } = new MessageChannel();
  return new Promise((tell) => {
    answers.onmessage = ({ data }) => tell(data);
    setTimeout(tell, PATIENCE, "");
    tab.postMessage("where", [asks]);
  });
}
