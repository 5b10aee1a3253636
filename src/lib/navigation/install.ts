// Speeds up navigation in the members area: no view transition, and elements common to both pages stay.
import { after } from '../clock.ts';
import { reloadPage } from '../restored.ts';
import { versionOf } from '../version.ts';
import { delayIslands, cacheIslandModules } from './islands.ts';
import { swapPage } from './swap.ts';

/** The event that Astro's router dispatches before it swaps pages. */
interface BeforeSwap extends Event {
  readonly from: URL;
  readonly to: URL;
  readonly newDocument: Document;
  readonly navigationType: string;
  swap: () => void;
}

let isChanging = false;

/** Whether a navigation is in progress; another one would cancel it. */
export const isPageChanging = (): boolean => isChanging;

/**
 * To be called before the router loads. With view transitions the router waits several frames for snapshots; without them it swaps
 * at once.
 */
export function installNavigation(page: Document): void {
  Object.defineProperty(page, 'startViewTransition', { value: undefined });
  cacheIslandModules();
  const executed = new Set([...page.scripts].map(scriptKey));
  const heights = new Map<string, number>();
  page.addEventListener('astro:before-preparation', () => (isChanging = true));
  page.addEventListener('astro:after-swap', () => (isChanging = false));
  page.addEventListener('astro:before-swap', (event) => {
    const change = event as BeforeSwap;
    // The address may have changed since the page was opened, as by filters. On the way back it is the next page's already.
    const left = change.navigationType === 'traverse' ? change.from.href : globalThis.location.href;
    heights.set(left, page.documentElement.scrollHeight);
    change.swap = () => {
      // The page of a new build would run beside the stores of the old one.
      if (isOtherBuild(page, change.newDocument)) {
        page.addEventListener('astro:after-swap', reloadPage, { once: true });
        return;
      }
      delayIslands(new Promise((done) => page.addEventListener('astro:after-swap', done, { once: true })));
      markScripts(change.newDocument, executed);
      swapPage(page, change.newDocument);
      if (change.navigationType === 'traverse') reserveHeight(page, heights.get(change.to.href) ?? 0);
    };
  });
}

function isOtherBuild(page: Document, next: Document): boolean {
  const [current, other] = [versionOf(page), versionOf(next)];
  return current !== null && other !== null && current !== other;
}

const scriptKey = ({ src, textContent }: HTMLScriptElement): string => src || textContent;

/** Marks scripts that have run, in the router's format. */
function markScripts(next: Document, executed: Set<string>): void {
  for (const script of next.scripts) {
    const name = scriptKey(script);
    if (executed.has(name)) script.dataset['astroExec'] = '';
    executed.add(name);
  }
}

/** How long a page may take to render its content after a back navigation. */
const MIN_HEIGHT_MS = 1000;

/** The router restores the scroll position before the islands render, so the page needs its previous height at once. */
function reserveHeight({ body }: Document, height: number): void {
  body.style.minHeight = `${height}px`;
  after(MIN_HEIGHT_MS, () => body.style.removeProperty('min-height'));
}
