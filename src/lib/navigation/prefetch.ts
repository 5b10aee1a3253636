// Fetches pages of the members area before they are asked for: those of the bars in a quiet moment, others when a link is approached.
import { matchPath } from '#domain/routes';
import { now, whenIdle } from '../clock.ts';
import { languageNow } from '../i18n.ts';
import { isLoaded, loadIslands } from './islands.ts';
import { isVisitor } from '../page.ts';

/** A page holds nothing of a member, so it only ages when the site is built anew. */
const KEEP_MS = 10 * 60_000;
const BARS = 'header nav a, body > nav a';
const SAVING = /2g/;

interface Kept {
  readonly page: Promise<Document | null>;
  readonly until: number;
}
/** What Astro's router tells before it fetches a page. */
interface BeforePreparation extends Event {
  readonly to: URL;
  readonly formData?: FormData;
  newDocument: Document;
  loader: () => Promise<void>;
}
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string } | undefined;

/** By language and route: all addresses of a route are one page, which reads its parameters when it is there. */
const kept = new Map<string, Kept>();

/** Fetches ahead from now on, and gives the router what is there. */
export function installPrefetch(page: Document): void {
  const quiet = (): void => {
    // A visitor has no bars, and goes to the other world from here.
    if (!isSaving() && !isVisitor())
      whenIdle(() => void fetchInTurn([...page.querySelectorAll<HTMLAnchorElement>(BARS)]));
  };
  const approach = ({ target, type }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    // A press is a wish; the pointer alone may only pass by.
    if (link && (type === 'pointerdown' || !isSaving()))
      void fetchAhead(link)?.then((next) => next && loadIslands(next));
  };
  // The router would fetch a page of the other world and read it, only to load it once more; the same page in another language
  // (show-in.ts) it exchanges.
  const leave = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && keyOf(link) === null && !('inPlace' in link.dataset)) link.dataset['astroReload'] = '';
  };
  page.addEventListener('click', leave, { capture: true });
  page.addEventListener('astro:before-preparation', give);
  page.addEventListener('astro:page-load', quiet);
  for (const name of ['pointerover', 'pointerdown', 'focusin'])
    page.addEventListener(name, approach, { passive: true });
  quiet();
}

/** One after the other, so that no moment of work is long. */
async function fetchInTurn(links: readonly HTMLAnchorElement[]): Promise<void> {
  for (const link of links) {
    const next = await fetchAhead(link);
    if (!next || [...next.querySelectorAll('astro-island')].every(isLoaded)) continue;
    await new Promise<void>((done) => whenIdle(done));
    await loadIslands(next);
  }
}

/** Null when the link leads out of the members area, or loads its page anew. */
function fetchAhead(link: HTMLAnchorElement): Promise<Document | null> | null {
  const key = link.hasAttribute('data-astro-reload') ? null : keyOf(link);
  if (key === null) return null;
  const found = kept.get(key);
  if (found && found.until > now().getTime()) return found.page;
  const page = fetchPage(key, link.pathname);
  kept.set(key, { page, until: now().getTime() + KEEP_MS });
  void page.then((next) => next ?? kept.delete(key));
  return page;
}

function keyOf({ origin, pathname }: { readonly origin: string; readonly pathname: string }): string | null {
  if (origin !== location.origin) return null;
  const found = matchPath(pathname, [languageNow()]);
  const isHere = found?.route.world === 'members' && found.language === languageNow();
  return isHere ? `${found.language} ${found.route.name}` : null;
}

/** Null when something else answers: a login, another language, an error. */
async function fetchPage(key: string, path: string): Promise<Document | null> {
  try {
    const answer = await fetch(path, { priority: 'low' });
    if (!answer.ok || keyOf(new URL(answer.url)) !== key) return null;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!next.querySelector('[name=astro-view-transitions-enabled]')) return null;
    for (const element of next.querySelectorAll('noscript')) element.remove();
    return next;
  } catch {
    return null;
  }
}

function give(event: Event): void {
  const change = event as BeforePreparation;
  const key = change.formData ? null : keyOf(change.to);
  const found = key === null ? undefined : kept.get(key);
  if (!found || found.until < now().getTime()) return;
  const load = change.loader;
  change.loader = async () => {
    const next = await found.page;
    if (next && hasItsStyles(next)) change.newDocument = next;
    else await load();
  };
}

/** The router waits for styles that are new to the page; what it fetched itself it knows. */
const hasItsStyles = (next: Document): boolean =>
  [...next.querySelectorAll('link[rel=stylesheet]')].every((link) =>
    [...document.head.querySelectorAll('link')].some(
      (there) => there.getAttribute('href') === link.getAttribute('href'),
    ),
  );

/** Whoever saves data, or waits long for it, is sent only what they ask for. */
function isSaving(): boolean {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || SAVING.test(connection?.effectiveType ?? '');
}
