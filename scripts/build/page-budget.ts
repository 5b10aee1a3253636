// The byte budgets of pages, and what exceeds them.
import type { PageWeight } from './page-weight.ts';

type Budget = Partial<Record<keyof PageWeight, number>>;

/**
 * Maximum bytes of a page by world, as sent (brotli). A public page fits one TCP window; a members page may load React
 * once.
 */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  public: { br: 14_000, first: 35_000, requests: 8, inline: 2048, js: 0 },
  members: { js: 130_000, css: 20_000 },
};
/** Exceptions by route: long texts, landers that depend on their pictures, and conversations with their reactions, quotes and long lists. */
const ROUTES: readonly (readonly [RegExp, Budget])[] = [
  [/^pages-(terms|privacy)$/, { br: 30_000, first: 55_000 }],
  [/^(pages-|token$|account-deleted$)/, { br: 20_000, first: 45_000 }],
  [/^(chats-id|members-id-chat)$/, { js: 132_000 }],
  [/^landers-(gallery|collagelanding|socialnetwork)-/, { first: 60_000 }],
];
export const budgetOf = ({ world, route }: Pick<PageWeight, 'world' | 'route'>): Budget | undefined =>
  BUDGETS[world] && { ...BUDGETS[world], ...ROUTES.find(([pattern]) => pattern.test(route))?.[1] };

/** Maximum bytes of script of a page beside what every members page of its niche loads, by route. */
const OWN_SCRIPTS: Readonly<Record<string, number>> = { settings: 25_000 };

/** One line for each page whose own scripts exceed their budget; the lightest members page has none of its own. */
export function ownScriptFaults(pages: readonly PageWeight[]): string[] {
  return pages.flatMap(({ niche, language, route, js }) => {
    const most = OWN_SCRIPTS[route];
    if (most === undefined) return [];
    const shared = Math.min(
      ...pages.filter((each) => each.niche === niche && each.world === 'members').map((each) => each.js),
    );
    return js - shared > most
      ? [`${niche} ${language} ${route}: script of its own is ${js - shared} bytes; at most ${most}.`]
      : [];
  });
}

const MEASURES: Readonly<Record<string, string>> = {
  br: 'document',
  first: 'everything before the visitor acts',
  inline: 'inline script',
  requests: 'before the visitor acts',
  js: 'script',
  css: 'CSS',
};

/** One line for each budget that the page exceeds. */
export function pageFaults(page: PageWeight): string[] {
  const budget = budgetOf(page);
  if (!budget) return [`${page.route} is of the world "${page.world}", which has no budget.`];
  return Object.entries(budget).flatMap(([measure, most]) => {
    const bytes = Number(page[measure as keyof PageWeight]);
    if (bytes <= most) return [];
    const what = `${page.niche} ${page.language} ${page.route}${page.slug ? ` (${page.slug})` : ''}`;
    const unit = measure === 'requests' ? 'requests' : 'bytes';
    return [`${what}: ${MEASURES[measure]} is ${bytes} ${unit}; at most ${most}.`];
  });
}
