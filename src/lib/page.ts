// The data that a page embeds for its islands: language, settings and texts.
import type { SiteSettings } from '#contract/site';
import { regionalTag } from '#domain/languages';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Layouts write it, islands read it. */
export interface PageData {
  readonly language: string;
  readonly tag: string;
  readonly siteSettings: SiteSettings;
  /** The languages of the site, by their own names. */
  readonly languages: readonly { readonly code: string; readonly tag: string; readonly label: string }[];
  readonly countries: Readonly<Record<string, string>>;
  readonly texts: Texts;
  /** The texts that differ in a region, by its tag. */
  readonly regional?: Readonly<Record<string, Texts>> | undefined;
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
  const page = parsedPages.get(text) ?? inRegion(JSON.parse(text) as PageData, visitorCountry());
  parsedPages.set(text, page);
  return page;
}

/** Missing where the page is no secure context. */
interface Opening {
  readonly serverTiming?: readonly { readonly name: string; readonly description: string }[];
}

/** The visitor's country as the server names it beside the document; undefined where it does not. */
function visitorCountry(): string | undefined {
  const [opening] = performance.getEntriesByType('navigation') as readonly Opening[];
  return opening?.serverTiming?.find(({ name }) => name === 'country')?.description;
}

/** A page as a country writes its language: dates, times and money, and the words that it spells in its own way. */
export function inRegion(page: PageData, country: string | undefined): PageData {
  const tag = regionalTag(page.language, page.tag, country);
  const own = Object.entries(page.regional?.[tag] ?? {}).map(([space, words]) => [
    space,
    { ...page.texts[space], ...words },
  ]);
  return { ...page, tag, texts: { ...page.texts, ...Object.fromEntries(own) } };
}
