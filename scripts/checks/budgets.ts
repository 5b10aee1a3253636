// Check: the pages of the last build stay within their bytes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageWeight } from '../build/finish.ts';
import { read } from './files.ts';
import type { Report } from './report.ts';

const MANIFEST = 'dist/manifest.json';

/**
 * Most bytes of a page by world, as sent (brotli); `inline` is the raw inline script. A public page fits one TCP
 * window; a members page may carry React once.
 */
export const BUDGETS: Readonly<Record<string, Partial<Record<keyof PageWeight, number>>>> = {
  public: { br: 14_000, first: 35_000, inline: 2048, js: 2048 },
  members: { js: 130_000, css: 20_000 },
};

/** Landers that live from pictures of people may send more before the visitor acts. */
const WITH_PEOPLE: Readonly<Record<string, Partial<Record<keyof PageWeight, number>>>> = {
  'landers-gallery-slug': { first: 60_000 },
  'landers-collagelanding-slug': { first: 60_000 },
  'landers-socialnetwork-slug': { first: 60_000 },
};

const MEASURES: Readonly<Record<string, string>> = {
  br: 'document',
  first: 'everything before the visitor acts',
  inline: 'inline script',
  js: 'script',
  css: 'CSS',
};

export function check(root: string): Report {
  if (!existsSync(join(root, MANIFEST))) return { faults: [], note: `no ${MANIFEST}: run npm run build to measure` };
  const { pages } = JSON.parse(read(root, MANIFEST)) as { pages: readonly PageWeight[] };
  return { faults: pages.flatMap(pageFaults), note: `${pages.length} pages` };
}

function pageFaults(page: PageWeight): string[] {
  const budget = BUDGETS[page.world];
  if (!budget) return [`${MANIFEST}: ${page.route} is of the world "${page.world}", which has no budget.`];
  return Object.entries({ ...budget, ...WITH_PEOPLE[page.route] }).flatMap(([measure, most]) => {
    const bytes = Number(page[measure as keyof PageWeight]);
    if (bytes <= most) return [];
    return [`${page.niche} ${page.language} ${page.route}: ${MEASURES[measure]} is ${bytes} bytes; at most ${most}.`];
  });
}
