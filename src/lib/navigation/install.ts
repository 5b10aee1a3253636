// Makes a change of page in the members area quick: no picture of the old one is faded out, and what both have stays.
import { after } from '../clock.ts';
import { holdIslands, keepIslandModules } from './islands.ts';
import { swapPage } from './swap.ts';

/** What Astro's router tells before a page comes. */
interface BeforeSwap extends Event {
  readonly from: URL;
  readonly to: URL;
  readonly newDocument: Document;
  readonly navigationType: string;
  swap: () => void;
}

let isChanging = false;

/** Whether a page that was asked for is on its way: asking for another now would take its place. */
export const isPageChanging = (): boolean => isChanging;

/**
 * To be called before the router is loaded. It waits for the browser's pictures of both pages when there are view
 * transitions, which takes frames and shows nothing here; without, it changes the page at once.
 */
export function installNavigation(page: Document): void {
  Object.defineProperty(page, 'startViewTransition', { value: undefined });
  keepIslandModules();
  const ran = new Set([...page.scripts].map(nameOf));
  const heights = new Map<string, number>();
  page.addEventListener('astro:before-preparation', () => (isChanging = true));
  page.addEventListener('astro:after-swap', () => (isChanging = false));
  page.addEventListener('astro:before-swap', (event) => {
    const change = event as BeforeSwap;
    heights.set(change.from.href, page.documentElement.scrollHeight);
    change.swap = () => {
      holdIslands(new Promise((done) => page.addEventListener('astro:after-swap', done, { once: true })));
      markScripts(change.newDocument, ran);
      swapPage(page, change.newDocument);
      if (change.navigationType === 'traverse') keepHeight(page, heights.get(change.to.href) ?? 0);
    };
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

/** How long a page gone back to may take until its content holds its height, in ms. */
const HELD_MS = 1000;

/** The router scrolls to where one was before the islands are drawn, so the page is as high as it was from the start. */
function keepHeight({ body }: Document, height: number): void {
  body.style.minHeight = `${height}px`;
  after(HELD_MS, () => body.style.removeProperty('min-height'));
}
