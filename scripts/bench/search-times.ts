// Times what is done with a search inside the transaction of its brand, as the module's caller waits for it.
import type { Db, OpenDatabase } from '#server/db/index';
import { readCards } from '#server/modules/members/member-view';
import { type Cursor, findPage, type Search } from '#server/modules/members/search';
import { type Figure, percentile } from './figure.ts';

/** Runs of each search, of which the best counts: other load on the machine only slows a run down. */
export const RUNS = 3;
/** Searches whose times do not count. */
export const WARM_UP = 20;

type From = { cursor: Cursor } | { offset: number };
/** Where a page begins; null where a search has no such page. */
export type Start = (db: Db, search: Search) => Promise<From | null>;
/** Prepares what is measured; null where a search has nothing of it. */
export type Work = (db: Db, search: Search) => Promise<(() => Promise<unknown>) | null>;

export const first: Start = () => Promise.resolve({ offset: 0 });

/** The page and its cards. */
export const page =
  (start: Start): Work =>
  async (db, search) => {
    const from = await start(db, search);
    const now = new Date();
    return from && (async () => readCards(db, search.tenant, (await findPage(db, search, from)).hits, now));
  };

/** Milliseconds of each search that has something to measure. */
export async function timesOf(
  database: OpenDatabase,
  searches: readonly Search[],
  work: Work,
  warmUp = WARM_UP,
): Promise<number[]> {
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
    if (at >= warmUp && time !== null) times.push(time);
  }
  return times;
}

export function timesFigure(what: string, times: readonly number[], budgetMs: number): Figure {
  if (times.length === 0) return { what, value: Number.NaN, unit: 'ms', budget: null, beside: 'no search has any' };
  return {
    what,
    value: percentile(times, 0.99),
    unit: `ms p99, best of ${RUNS}`,
    budget: { atMost: budgetMs },
    beside: `p50 ${percentile(times, 0.5).toFixed(2)} ms, ${times.length} searches, driver included`,
  };
}
