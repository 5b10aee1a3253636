// The data that a page embeds for its islands: language, settings and texts.
import type { Settings } from '#contract/site';

/** Layouts write it, islands read it. */
export interface PageData {
  readonly language: string;
  readonly tag: string;
  readonly settings: Settings;
  readonly countries: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Id of the element that contains {@link PageData} as JSON. */
export const PAGE_DATA_ID = 'page-data';

/**
 * Whether a visitor views a page that is open to visitors. Both attributes are set before the first paint: `data-open` by the layout,
 * `data-member` by the page's inline script, which only removes it on navigation.
 */
export const isVisitor = (): boolean =>
  globalThis.document?.documentElement.matches('[data-open]:not([data-member])') ?? false;

const parsedPages = new Map<string, PageData>();

/**
 * Parses the page's data, cached by its text: the same pages are visited repeatedly, and derived values can rely on the object's
 * identity. Throws when the layout wrote none, which is a bug.
 */
export function readPage(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('The page carries no data for its islands.');
  const page = parsedPages.get(text) ?? (JSON.parse(text) as PageData);
  parsedPages.set(text, page);
  return page;
}
