// The service worker: shows pushes, opens what they tell of, renews a subscription that the browser has replaced, and answers with the
// offline page when a page cannot be loaded.
const HEADERS = { 'Content-Type': 'application/json', 'X-Client-Type': 'worker' };

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // All but pages goes past the worker, in browsers that can.
  event.waitUntil(
    Promise.resolve(
      event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }),
    ).catch(() => undefined),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  await self.registration.navigationPreload?.enable().catch(() => undefined);
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(load(event));
});

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await offlinePage(new URL(request.url).pathname).catch(() => null)) ?? Response.error();
  }
}

const OFFLINE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** In the language of the address, else in one that the pages have kept. */
async function offlinePage(pathname) {
  const cache = await caches.open('offline');
  const [, language = 'en'] = /^\/([a-z]{2})(?:\/|$)/.exec(pathname) ?? [];
  const [first] = await cache.keys();
  const kept = (await cache.match(`/offline.${language}.json`)) ?? (first && (await cache.match(first)));
  if (!kept) return null;
  const { html } = await kept.json();
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': OFFLINE_POLICY };
  return new Response(html, { headers: { ...headers, 'Cache-Control': 'no-store' } });
}

const openTabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('push', (event) => {
  event.waitUntil(receive(event.data));
});

async function receive(data) {
  const { notification } = data.json();
  const tabs = await openTabs();
  for (const tab of tabs) tab.postMessage({ type: 'push', notification });
  const badge = Number(notification.app_badge);
  await self.navigator.setAppBadge?.(badge).catch(() => undefined);
  // The page in front shows it itself.
  if (tabs.some((tab) => tab.focused)) return;
  const { title, body, lang, tag, navigate } = notification;
  const icon = '/icon-192.png';
  await self.registration.showNotification(title, { body, lang, tag, renotify: true, icon, data: { navigate } });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.navigate));
});

/** In an open tab if there is one. */
async function open(address) {
  const [tab] = await openTabs();
  if (!tab) return self.clients.openWindow(address);
  await tab.focus();
  return tab.navigate(address).catch(() => self.clients.openWindow(address));
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

async function renew({ oldSubscription, newSubscription }) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  if (!subscription) return;
  await fetch('/api/user.php?push=1', { method: 'POST', headers: HEADERS, body: JSON.stringify(subscription) });
}
