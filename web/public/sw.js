// What this browser does for Muscade while no page of it is open, or none is looked at: it says that somebody is awaited, and
// leads there. A page says so by a message, a server by a push; both look like {title, body, room}. And it keeps the client, so
// that what needs no server, a score pad say, works without a network.

const sign = "/favicon.svg";
const look = "/look.js";

// Both are filled in by the build: every build has files of its own, and keeps them under its own name.
const version = "dev";
const files = [];
const kept = `muscade-${version}`;
const shell = "/";
const catalogue = "/api/games";
// Whoever has a network that does not answer waits no longer than this, in milliseconds, for what is kept.
const patience = 4000;

async function take() {
  const cache = await caches.open(kept);
  await cache.addAll([shell, catalogue, sign, look, ...files]);
  await self.skipWaiting();
}

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith("muscade-") && name !== kept) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(take()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

// What the network says, and is kept under a name; without one, what was kept.
async function fresh(request, name) {
  const cache = await caches.open(kept);
  const before = await cache.match(name);
  const asked = fetch(request).then((answer) => {
    if (answer.ok) void cache.put(name, answer.clone());
    return answer;
  });
  if (!before) return asked;
  const late = new Promise((done) => setTimeout(done, patience, before));
  return Promise.race([asked.catch(() => before), late]);
}

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
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Every page is the same shell; those that are made by the server (pictures, records) are not asked for as pages.
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(fresh(request, shell));
  else if (pathname === look) event.respondWith(fresh(request, look));
  else if (pathname === catalogue) event.respondWith(fresh(request, catalogue));
  else if (pathname.startsWith("/assets/")) event.respondWith(known(request));
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
