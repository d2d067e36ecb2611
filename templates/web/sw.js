/** Keeps the shell: styles, scripts and icons of one version, and the page for when the server can't be reached.
 *  Nothing else is ever stored: no page with state, no answer of the API; sockets don't pass here at all. */
const { version, offline, shell } = {{ config|safe }};
const PREFIX = "shell-";
const CACHE = PREFIX + version;
const SHELL = new Set(shell);

/** Everything or nothing: a version of which a file is missing is not installed. */
async function install() {
  const cache = await caches.open(CACHE);
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
