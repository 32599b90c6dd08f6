// Is a newer version of this page waiting? The service worker fetches it; it takes over when the person says so.
let ready = $state(false);
let waiting: ServiceWorker | null = null;

export const newVersion = (): boolean => ready;

function offer(worker: ServiceWorker | null): void {
  waiting = worker;
  ready = true;
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // No worker is in charge yet: this is the first visit, and nothing is newer.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
  });
}

export async function startOffline(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return; // not over plain http from another machine
  // Files that are fetched to be kept must not delay those that are needed now.
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  const first = !workers.controller;
  workers.addEventListener('controllerchange', () => {
    if (!first) offer(null); // another tab said yes
  });
  // A part of this page is neither kept nor on the server any more.
  addEventListener('vite:preloadError', () => offer(null));
  const registration = await workers.register('./sw.js').catch(() => null);
  if (!registration) return; // the browser keeps nothing
  if (registration.waiting && workers.controller) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {}); // offline
  });
}

export function takeNewVersion(): void {
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take over');
}
