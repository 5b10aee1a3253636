// What the current page tells its islands: language, settings and words, read from the document.
import type { Settings } from '#contract/site';

/** The data a page carries for its islands (layouts write it, islands read it). */
export interface PageData {
  readonly language: string;
  readonly tag: string;
  readonly settings: Settings;
  readonly countries: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Id of the element that carries {@link PageData} as JSON. */
export const PAGE_DATA_ID = 'page-data';

/**
 * Whether somebody who is not logged in looks at a page that is open to them. Both marks stand on the document before anything is drawn:
 * `data-open` by the layout, `data-member` by the page's own script, which takes it away only with the page.
 */
export const isVisitor = (): boolean =>
  globalThis.document?.documentElement.matches('[data-open]:not([data-member])') ?? false;

const read = new Map<string, PageData>();

/**
 * Reads the page's data, each text once: what is made of it is made once, too, and pages are gone to again and again. Throws when the
 * layout wrote none, which is a mistake of ours.
 */
export function readPage(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('The page carries no data for its islands.');
  const page = read.get(text) ?? (JSON.parse(text) as PageData);
  read.set(text, page);
  return page;
}
