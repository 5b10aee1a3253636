// Measures the member search as its module runs it: tenant, row-level security, blocks, the page and its cards.
import { birthDatesFor } from '#domain/age';
import { SEARCH } from '#domain/limits';
import { migrate, openDatabase, type Db, type OpenDatabase } from '#server/db/index';
import { readCards } from '#server/modules/members/member-view';
import { countFound, findPage, type Cursor, type Search } from '#server/modules/members/search';
import type { BenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { indexesOf } from './plan.ts';
import { makeSearches } from './searches.ts';
import { seedMembers } from './seeded.ts';

const TRIES = 400;
/** Runs of each search, of which the best counts: other load on the machine only slows a run down. */
const RUNS = 3;
const WARM_UP = 20;
const BUDGET_MS = 3;
/** Counting walks on where few fit, up to as many members as a search examines. */
const COUNT_BUDGET_MS = 10;
const DEEP_PAGE = 50;

type From = { cursor: Cursor } | { offset: number };
type Start = (db: Db, search: Search) => Promise<From | null>;
/** Prepares what is measured; null where a search has nothing of it. */
type Work = (db: Db, search: Search) => Promise<(() => Promise<unknown>) | null>;

const first: Start = () => Promise.resolve({ offset: 0 });
const deep = { offset: (DEEP_PAGE - 1) * SEARCH.pageSize };
const byNumber: Start = () => Promise.resolve(deep);
const byCursor: Start = async (db, search) => {
  const before = await findPage(db, search, { offset: deep.offset - SEARCH.pageSize });
  return before.next ? { cursor: before.next } : null;
};

/** The page and its cards. */
const page =
  (start: Start): Work =>
  async (db, search) => {
    const from = await start(db, search);
    const now = new Date();
    return from && (async () => readCards(db, search.tenant, (await findPage(db, search, from)).hits, now));
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
    return [
      await measure(database, `search page 1, ${size}`, searches.any, page(first)),
      await measure(database, 'search page 1, newest first', newest, page(first)),
      await measure(database, `search page ${DEEP_PAGE} by cursor`, searches.deep, page(byCursor)),
      await measure(database, `search page ${DEEP_PAGE} by number`, searches.deep, page(byNumber)),
      await measure(database, 'search count, one year of age', searches.any.map(ofOneYear), count, COUNT_BUDGET_MS),
      await planFigure(database, searches.any[0]),
    ];
  } finally {
    await database.close();
  }
}

/** Milliseconds inside the transaction, as the module's caller waits for them. */
async function measure(
  database: OpenDatabase,
  what: string,
  searches: readonly Search[],
  work: Work,
  budgetMs = BUDGET_MS,
): Promise<Figure> {
  const times: number[] = [];
  for (const [at, search] of searches.entries()) {
    const time = await database.inTenant(search.tenant, async (db) => {
      const measured = await work(db, search);
      if (!measured) return null;
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const started = performance.now();
        await measured();
        runs.push(performance.now() - started);
      }
      return Math.min(...runs);
    });
    if (at >= WARM_UP && time !== null) times.push(time);
  }
  if (times.length === 0)
    return { what, value: Number.NaN, unit: 'ms', budget: null, beside: 'no search has so many pages' };
  return {
    what,
    value: percentile(times, 0.99),
    unit: 'ms p99',
    budget: { atMost: budgetMs },
    beside: `p50 ${percentile(times, 0.5).toFixed(2)} ms, ${times.length} searches, best of ${RUNS} each, driver included`,
  };
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
