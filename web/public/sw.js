// What this browser does for Muscade while no page of it is open, or none is looked at: it says that somebody is awaited, and
// leads there. A page says so by a message, a server by a push; both look like {title, body, room}. And it keeps the client, so
// that what needs no server, rules and score pads, works without a network.
//
// What is kept is the same for everybody: the files of the client, and the few answers named below. Pages as the server sends
// them may name a room or a table, and are never kept; nor is anything that was asked for with somebody's key.

const sign = "/favicon.svg";
const look = "/look.js";

// Both are filled in by the build: every build has files of its own, and keeps them under its own name.
const version = "dev";
const files = [];
const kept = `muscade-${version}`;
const shell = "/";
const catalogue = "/api/games";
const examples = "/api/positions/examples";
const rules = "/api/rules/";
// Whoever has a network that does not answer waits no longer than this, in milliseconds, for what is kept.
const patience = 4000;

async function take() {
  const cache = await caches.open(kept);
  // From the server, not from what the browser remembers of it: they have to belong together.
  const own = [shell, catalogue, examples, sign, look, ...files].map(
    (name) => new Request(name, { cache: "no-cache" }),
  );
  await cache.addAll(own);
  await self.skipWaiting();
}

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith("muscade-") && name !== kept) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(take()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

// What the network says; without one, or where it says nothing for long, what was kept under a name.
async function asked(request, name, heard = () => undefined) {
  const cache = await caches.open(kept);
  const before = await cache.match(name);
  const answer = fetch(request).then((said) => {
    heard(cache, said);
    return said;
  });
  if (!before) return answer;
  const late = new Promise((done) => setTimeout(done, patience, before));
  return Promise.race([answer.catch(() => before), late]);
}

// The same, and what it says is kept.
const fresh = (request) =>
  asked(request, request, (cache, said) => {
    if (said.ok) void cache.put(request, said.clone());
  });

// A file whose name changes with its content.
async function known(request) {
  const cache = await caches.open(kept);
  const before = await cache.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok) void cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || request.headers.has("authorization"))
    return;
  // Every page is the same shell; those that are made by the server (pictures, records) are not asked for as pages.
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(asked(request, shell));
  else if (pathname === catalogue || pathname === examples || pathname.startsWith(rules))
    event.respondWith(fresh(request));
  else if (pathname.startsWith("/assets/") || pathname === sign || pathname === look)
    event.respondWith(known(request));
});

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function tell({ title, body, room }) {
  // Whoever looks at a page of ours sees it there.
  const open = await pages();
  if (open.some((page) => page.visibilityState === "visible")) return;
  await self.registration.showNotification(title, {
    body,
    tag: room,
    data: { room },
    icon: sign,
    badge: sign,
  });
}

async function untell(room) {
  for (const shown of await self.registration.getNotifications({ tag: room })) shown.close();
}

async function lead(room) {
  const address = new URL(`/room/${encodeURIComponent(room)}`, self.location.origin).href;
  const open = await pages();
  const there = open.find((page) => page.url.split(/[?#]/)[0] === address);
  if (there) await there.focus();
  else await self.clients.openWindow(address);
}

self.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (told?.room) event.waitUntil(tell(told));
});

self.addEventListener("message", (event) => {
  const { tell: told, done } = event.data ?? {};
  if (told) event.waitUntil(tell(told));
  if (done) event.waitUntil(untell(done));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.room));
});
