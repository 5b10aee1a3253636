// Measures the member search as its module runs it: tenant, row-level security, blocks, the page and its cards.
import { birthDatesFor } from '#domain/age';
import { SEARCH } from '#domain/limits';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { countFound, findPage, type Search } from '#server/modules/members/search';
import type { BenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { COUNT_BUDGET_MS, filterFigures } from './filters.ts';
import { indexesOf } from './plan.ts';
import { first, page, type Start, timesFigure, timesOf, WARM_UP, type Work } from './search-times.ts';
import { makeSearches } from './searches.ts';
import { seedMembers } from './seeded.ts';
import { surfaceFigures } from './surfaces.ts';

const TRIES = 400;
const BUDGET_MS = 3;
const DEEP_PAGE = 50;

const deep = { offset: (DEEP_PAGE - 1) * SEARCH.pageSize };
const byNumber: Start = () => Promise.resolve(deep);
const byCursor: Start = async (db, search) => {
  const before = await findPage(db, search, { offset: deep.offset - SEARCH.pageSize });
  return before.next ? { cursor: before.next } : null;
};
const count: Work = (db, search) => Promise.resolve(() => countFound(db, search));

export async function measureSearch(bench: BenchDatabase, members: number, brands?: number): Promise<Figure[]> {
  const database = await openDatabase(bench.config);
  try {
    await migrate(database, bench.config);
    const tenants = await seedMembers(database, members, brands);
    const each = Math.ceil((TRIES + WARM_UP) / tenants.length);
    const searches = await makeSearches(database, tenants, each, DEEP_PAGE * SEARCH.pageSize);
    const size = `${members.toLocaleString('en')} members, brands: ${tenants.length}, ${bench.title}`;
    const newest = searches.any.map((search) => ({ ...search, order: 'newest' as const }));
    const measure = async (what: string, of: readonly Search[], work: Work, budgetMs = BUDGET_MS): Promise<Figure> =>
      timesFigure(what, await timesOf(database, of, work), budgetMs);
    return [
      await measure(`search page 1, ${size}`, searches.any, page(first)),
      await measure('search page 1, newest first', newest, page(first)),
      await measure(`search page ${DEEP_PAGE} by cursor`, searches.deep, page(byCursor)),
      await measure(`search page ${DEEP_PAGE} by number`, searches.deep, page(byNumber)),
      await measure('search count, one year of age', searches.any.map(ofOneYear), count, COUNT_BUDGET_MS),
      ...(await filterFigures(database, searches)),
      ...(await surfaceFigures(database, searches.any)),
      await planFigure(database, searches.any[0]),
    ];
  } finally {
    await database.close();
  }
}

const ofOneYear = (search: Search): Search => ({ ...search, ...birthDatesFor(30, 30, '2026-01-01') });

async function planFigure(database: OpenDatabase, search: Search | undefined): Promise<Figure> {
  const indexes = search ? await indexesOf(database, search.tenant, (db) => findPage(db, search, { offset: 0 })) : [];
  const wrong = indexes.filter((index) => !index.startsWith('profile_search'));
  return {
    what: 'reads of profile beside the search indexes',
    value: indexes.length === 0 ? Number.NaN : wrong.length,
    unit: '',
    budget: { atMost: 0 },
    beside: [...new Set(indexes)].join(', ') || 'no plan',
  };
}
