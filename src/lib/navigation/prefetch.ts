// Prefetches pages of the members area: those in the navigation bars when idle, others on hover, press or focus of a link.
import { matchPath } from '#domain/routes';
import { now, whenIdle } from '../clock.ts';
import { currentLanguage } from '../i18n.ts';
import { BARS_CHANGED } from './bars.ts';
import { isLoaded, loadIslands } from './islands.ts';
import { isVisitor } from '../page.ts';

/** Pages contain no member data, so they only become outdated with a new build. */
const CACHE_MS = 10 * 60_000;
/** Without those of the account's menu, and without a link whose target depends on an account that is still loading. */
const BAR_LINKS = '.topnav a:not(.nav-pending), body > nav a:not(details a, .nav-pending)';
const SLOW_CONNECTION = /2g/;

interface CachedPage {
  readonly page: Promise<Document | null>;
  readonly until: number;
}
/** The event that Astro's router dispatches before it fetches a page. */
interface BeforePreparation extends Event {
  readonly to: URL;
  readonly formData?: FormData;
  newDocument: Document;
  loader: () => Promise<void>;
}
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string } | undefined;

/** By language and route: all addresses of a route share one page, which reads its parameters at run time. */
const cache = new Map<string, CachedPage>();

/** Starts prefetching and serves prefetched pages to the router. */
export function installPrefetch(page: Document): void {
  const prefetchBars = (): void => {
    // A visitor has no bars and goes on to public pages.
    if (!isDataSaving() && !isVisitor())
      whenIdle(() => void fetchInSequence([...page.querySelectorAll<HTMLAnchorElement>(BAR_LINKS)]));
  };
  const prefetchLink = ({ target, type }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    // A press is intent; a hover may be accidental, so it costs no data in data-saving mode.
    if (link && (type === 'pointerdown' || !isDataSaving()))
      void prefetchPage(link)?.then((next) => next && loadIslands(next));
  };
  // For a public page the router would fetch and parse it, only to load it again. The same page in another language
  // (switch-language.ts) is swapped in place.
  const forceFullLoad = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && cacheKey(link) === null && !('inPlace' in link.dataset)) link.dataset['astroReload'] = '';
  };
  page.addEventListener('click', forceFullLoad, { capture: true });
  page.addEventListener('astro:before-preparation', serveFromCache);
  page.addEventListener('astro:page-load', prefetchBars);
  page.addEventListener(BARS_CHANGED, prefetchBars);
  for (const name of ['pointerover', 'pointerdown', 'focusin'])
    page.addEventListener(name, prefetchLink, { passive: true });
  prefetchBars();
}

/** Sequential, to keep tasks on the main thread short. */
async function fetchInSequence(links: readonly HTMLAnchorElement[]): Promise<void> {
  for (const link of links) {
    const next = await prefetchPage(link);
    if (!next || [...next.querySelectorAll('astro-island')].every(isLoaded)) continue;
    await new Promise<void>((done) => whenIdle(done));
    await loadIslands(next);
  }
}

/** Null when the link leaves the members area or causes a full load. */
function prefetchPage(link: HTMLAnchorElement): Promise<Document | null> | null {
  const key = link.hasAttribute('data-astro-reload') ? null : cacheKey(link);
  if (key === null) return null;
  const found = cache.get(key);
  if (found && found.until > now().getTime()) return found.page;
  const page = fetchPage(key, link.pathname);
  cache.set(key, { page, until: now().getTime() + CACHE_MS });
  void page.then((next) => next ?? cache.delete(key));
  return page;
}

function cacheKey({ origin, pathname }: { readonly origin: string; readonly pathname: string }): string | null {
  if (origin !== location.origin) return null;
  const found = matchPath(pathname, [currentLanguage()]);
  const isHere = found?.route.world === 'members' && found.language === currentLanguage();
  return isHere ? `${found.language} ${found.route.name}` : null;
}

/** Null when the response is another page: a login, another language, an error. */
async function fetchPage(key: string, path: string): Promise<Document | null> {
  try {
    const answer = await fetch(path, { priority: 'low' });
    if (!answer.ok || cacheKey(new URL(answer.url)) !== key) return null;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!next.querySelector('[name=astro-view-transitions-enabled]')) return null;
    for (const element of next.querySelectorAll('noscript')) element.remove();
    return next;
  } catch {
    return null;
  }
}

function serveFromCache(event: Event): void {
  const change = event as BeforePreparation;
  const key = change.formData ? null : cacheKey(change.to);
  const found = key === null ? undefined : cache.get(key);
  if (!found || found.until < now().getTime()) return;
  const load = change.loader;
  change.loader = async () => {
    const next = await found.page;
    if (next && areStylesLoaded(next)) change.newDocument = next;
    else await load();
  };
}

/** The router only waits for new styles of pages that it fetched itself. */
const areStylesLoaded = (next: Document): boolean =>
  [...next.querySelectorAll('link[rel=stylesheet]')].every((link) =>
    [...document.head.querySelectorAll('link')].some(
      (there) => there.getAttribute('href') === link.getAttribute('href'),
    ),
  );

function isDataSaving(): boolean {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || SLOW_CONNECTION.test(connection?.effectiveType ?? '');
}
