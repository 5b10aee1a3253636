// Web push: which services may be asked to deliver, how long news waits to be told together, and the worker's version and files.

import { DAY_MS } from './durations.ts';

/** The push services of the browsers; `*.` is any subdomain. An endpoint elsewhere is refused. */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Version of the service worker (requirement PU8). */
export const PUSH_WORKER_VERSION = 2;
export const PUSH_WORKER = `/push-worker.js?v=${PUSH_WORKER_VERSION}`;

/** What the worker shows without a connection, in a language; `public/push-worker.js` names both too. */
export const offlineFile = (language: string): string => `/offline.${language}.json`;
export const OFFLINE_CACHE = 'offline';

export const PUSH = {
  /** What comes within this time is told by one notification. */
  gatherMs: 2_000,
  /** How long the push service keeps a notification for a device that is off. */
  ttlSeconds: 86_400,
  timeoutMs: 10_000,
  /** How long one job may send to a device before another one may: longer than a push service is given to answer. */
  claimMs: 30_000,
  /** A device that was not reached for so long gets no more. */
  unreachedMs: 3 * DAY_MS,
  /** News may become known so long after the time that it bears. */
  lateMs: 1_000,
} as const;

/** Whether a browser's push service delivers to this address. `extra` is the origin of one more service, for tests. */
export function isPushService(endpoint: string, extra: string | null = null): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (url.origin === extra) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return SERVICES.some((each) =>
    each.startsWith('*.') ? url.hostname.endsWith(each.slice(1)) : url.hostname === each,
  );
}
