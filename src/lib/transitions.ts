// Makes a change of page in the members area quick: no picture of the old one is faded out, and what both have stays.
import { holdIslands, keepIslandModules } from './islands.ts';
import { swapPage } from './swap.ts';

/** What Astro's router tells before a page comes. */
interface BeforeSwap extends Event {
  readonly newDocument: Document;
  readonly navigationType: string;
  swap: () => void;
}

/**
 * To be called before the router is loaded. It waits for the browser's pictures of both pages when there are view
 * transitions, which takes frames and shows nothing here; without, it changes the page at once.
 */
export function changePagesQuickly(page: Document): void {
  Object.defineProperty(page, 'startViewTransition', { value: undefined });
  keepIslandModules();
  const ran = new Set([...page.scripts].map(nameOf));
  page.addEventListener('astro:before-swap', (event) => {
    const change = event as BeforeSwap;
    change.swap = () => {
      holdIslands(new Promise((done) => page.addEventListener('astro:after-swap', done, { once: true })));
      markScripts(change.newDocument, ran);
      swapPage(page, change.newDocument);
    };
    if (change.navigationType === 'traverse') {
      // Read now: the router scrolls a page that has no height yet, and then takes that for where one was.
      const scrollBack = scrollerTo(history.state);
      page.addEventListener('astro:page-load', () => requestAnimationFrame(scrollBack), { once: true });
    }
  });
}

const nameOf = ({ src, textContent }: HTMLScriptElement): string => src || textContent;

/** Tells the router which scripts have run, in its own way. */
function markScripts(next: Document, ran: Set<string>): void {
  for (const script of next.scripts) {
    const name = nameOf(script);
    if (ran.has(name)) script.dataset['astroExec'] = '';
    ran.add(name);
  }
}

/** Scrolls to where one was on a page, as its place in the history says. */
function scrollerTo(place: unknown): () => void {
  const { scrollX = 0, scrollY = 0 } = (place ?? {}) as { scrollX?: number; scrollY?: number };
  return () => scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
}
