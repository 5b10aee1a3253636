// The current page, for the shell, which persists across navigations. A change is drawn before the next page is painted.
import { useSyncExternalStore } from 'react';
import { routeParameters } from '#lib/paths';

const SWAP = 'astro:after-swap';

let pages = 0;
document.addEventListener(SWAP, () => (pages += 1));

function subscribe(changed: () => void): () => void {
  document.addEventListener(SWAP, changed);
  return () => document.removeEventListener(SWAP, changed);
}

/** Whether the current page belongs to one of some routes. */
export const useRoute = (...names: readonly string[]): boolean =>
  useSyncExternalStore(subscribe, () => names.some((name) => routeParameters(name) !== null));

/** How many pages were opened since the last full load. */
export const usePageCount = (): number => useSyncExternalStore(subscribe, () => pages);

/** What the layout says of the page, e.g. `alerts` (src/domain/alert-pages.ts). */
export const usePageMark = (name: string): string | undefined =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset[name]);
