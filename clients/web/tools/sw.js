// The service worker: keeps the whole page, so that everything but rooms works without a network. Made at build time
// from tools/sw.js; the version is a hash of all files.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const CACHE = 'comodin-' + VERSION;
const HOME = new URL('./', location.href).pathname;
const SERVER = /\/(ws|healthz|api\/.*)$/; // never from the cache

self.addEventListener('install', (event) => {
  // A file with a hash in its name may be in the cache already; for the rest the server says whether it has changed.
  const how = (file) => (file.includes('/assets/') ? 'default' : 'no-cache');
  const requests = FILES.map((file) => new Request(file, { cache: how(file) }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

// The page says when to take over: a game may be running.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || SERVER.test(url.pathname)) return;
  event.respondWith(kept(event.request));
});

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('comodin-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// Module scripts are requested with other headers than addAll used, so Vary must not count.
async function kept(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === 'navigate';
  const path = new URL(request.url).pathname;
  if (page && path !== HOME && path !== HOME + 'index.html') return elsewhere(request, cache);
  return (await cache.match(page ? './' : request, { ignoreVary: true })) ?? fetch(request);
}

// An address that is not the page's: the server says what is there; without a network, nothing is.
async function elsewhere(request, cache) {
  try {
    return await fetch(request);
  } catch {
    return (await cache.match('./404.html', { ignoreVary: true })) ?? Response.error();
  }
}
