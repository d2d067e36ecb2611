/** Keeps the shell: styles, scripts and icons of one version, and the page for when the server can't be reached.
 *  Nothing else is ever stored: no page with state, no answer of the API; sockets don't pass here at all.
 *  Shows notifications that come while no page is open. */
const { version, offline, shell, icon } = {{ config|safe }};
const PREFIX = "shell-";
const CACHE = PREFIX + version;
const SHELL = new Set(shell);

/** Everything or nothing: a version of which a file is missing is not installed. */
async function install() {
  const cache = await caches.open(CACHE);
  // Past the HTTP cache and without cookies: the page has to be of this version, and the same for everybody.
  await cache.add(new Request(offline, { cache: "reload", credentials: "omit" }));
  await cache.addAll(shell.map((path) => new Request(path, { credentials: "omit" })));
  await self.skipWaiting();
}

/** The new version takes over; pages of the old one find their files in the network. */
async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// A stored answer may vary by cookies, and would then not match a request that has others.
const kept = async (path) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(offline)) ?? Response.error();
  }
}

const file = async (request, path) => (await kept(path)) ?? fetch(request);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.has(pathname)) event.respondWith(file(request, pathname));
});

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isAt = (client, path) => new URL(client.url).pathname === new URL(path, self.location.origin).pathname;

/** Shows a message, but not to somebody who is looking at the page that it is about. */
async function show({ kind, title, body, path, tag }) {
  const seen = (await windows()).some((client) => client.visibilityState === "visible" && isAt(client, path));
  // A test is asked for on the very page that it opens.
  if (seen && kind !== "test") return;
  // A later message with the same tag replaces an earlier one, with a sound again.
  await self.registration.showNotification(title, { body, tag, renotify: true, icon, badge: icon, data: { path } });
}

/** Goes to the tab that has the page open, or opens one. */
async function openPage(path) {
  const { origin, href } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const there = (await windows()).find((client) => isAt(client, path));
  await (there ? there.focus() : self.clients.openWindow(href));
}

/** Tells the server of a subscription that the browser has renewed by itself, if this device is still wanted. */
async function renew(old) {
  const api = "/api/v1/me/push";
  const devices = await (await fetch(api)).json();
  if (!Array.isArray(devices) || !devices.some((device) => device.current)) return;
  const { pushManager } = self.registration;
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(old.options));
  const { endpoint, keys } = subscription.toJSON();
  const name = devices.find((device) => device.current).name;
  const token = await self.cookieStore?.get("csrftoken");
  await fetch(api, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token?.value ?? "" },
    body: JSON.stringify({ endpoint, ...keys, name }),
  });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});
self.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription));
});
