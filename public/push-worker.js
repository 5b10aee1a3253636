// The service worker: shows pushes, opens what they tell of, renews a subscription that the browser has replaced, takes away what is shown
// once no one is logged in, and answers with the offline page when a page cannot be loaded.
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
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(load(event));
  // Where a page leads whose session is over: the next member of this device must not see, or open, what was for the one before.
  if (/^(\/[a-z]{2})?\/login$/.test(new URL(event.request.url).pathname)) event.waitUntil(takeAwayShown());
});

async function takeAwayShown() {
  for (const shown of await self.registration.getNotifications()) shown.close();
  await self.navigator.setAppBadge?.(0).catch(() => undefined);
}

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

/** How long a page has to answer. */
const ANSWER_MS = 500;

/** Tells all open tabs, and returns those that answer, with the answer: pages of the members area. Public pages show no news. */
async function tell(message) {
  const ask = (tab) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const end = (tabs) => {
        port1.close();
        resolve(tabs);
      };
      port1.onmessage = ({ data }) => end([{ tab, isFree: data !== 'busy' }]);
      setTimeout(end, ANSWER_MS, []);
      tab.postMessage(message, [port2]);
    });
  return (await Promise.all((await openTabs()).map(ask))).flat();
}

self.addEventListener('push', (event) => {
  event.waitUntil(receive(event.data));
});

async function receive(data) {
  const { notification } = data.json();
  await self.navigator.setAppBadge?.(Number(notification.app_badge)).catch(() => undefined);
  const tabs = await tell({ type: 'push', notification });
  // The page in front shows it itself.
  const silent = tabs.some(({ tab }) => tab.focused);
  if (silent && !(await mustShow())) return;
  const { title, body, lang, tag, navigate, icon = '/icon-192.png', data: { id } = {} } = notification;
  // The same news, sent again, makes no second sound.
  const [shown] = await self.registration.getNotifications({ tag });
  const renotify = id === undefined || shown?.data.id !== id;
  await self.registration.showNotification(title, { body, lang, tag, renotify, silent, icon, data: { navigate, id } });
}

/** Safari ends a subscription after three pushes of which nothing is shown, also while the page is in front. */
async function mustShow() {
  const subscription = await self.registration.pushManager.getSubscription();
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com');
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.navigate));
});

/** In an open tab of the members area if there is one: on a public page, and in a form or a dialog, something may be half typed. */
async function open(address) {
  const tabs = await tell({ type: 'ask' });
  const { tab } = tabs.find((each) => each.tab.url === address) ?? tabs.find(({ isFree }) => isFree) ?? {};
  if (!tab) return self.clients.openWindow(address);
  await tab.focus();
  return tab.url === address || tab.navigate(address).catch(() => self.clients.openWindow(address));
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
