// Registers the service worker and keeps the offline page of each language that is used. Both are conveniences: a failure says nothing.
import { OFFLINE_CACHE, offlineFile } from '#domain/push';
import { currentLanguage } from './i18n.ts';
import { registerWorker } from './push.ts';

const kept = new Set<string>();

export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  void registerWorker().catch(() => undefined);
  keepOfflinePage();
  document.addEventListener('astro:after-swap', keepOfflinePage);
}

function keepOfflinePage(): void {
  const file = offlineFile(currentLanguage());
  if (kept.has(file)) return;
  kept.add(file);
  void caches
    .open(OFFLINE_CACHE)
    .then((cache) => cache.add(file))
    .catch(() => kept.delete(file));
}
