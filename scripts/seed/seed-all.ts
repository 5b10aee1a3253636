// Seeds several sites one after the other, or in parallel where the database is a separate server.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from '#server/db/index';
import { hashPassword } from '#server/auth/password-hashing';
import type { Site } from '#site/load';
import { apportion } from './random.ts';
import { demoLogins } from './demo.ts';
import { loadInputs } from './inputs.ts';
import { seedSite, type SeedResult } from './write.ts';

/** One block of every country and kind, and the neighbours of the demo logins (slots.ts). */
export const MEMBERS_PER_SITE = 900;
/** With the connection that holds the lock, below the size of the connection pool. */
const SIDE_BY_SIDE = 8;
const LOCK = sql`hashtextextended('demo members', 1)`;
/** Milliseconds between two tries for the lock: a statement that waited for it would reach its timeout. */
const RETRY_MS = 200;

export interface SeedAllOptions {
  readonly now: Date;
  /**
   * Members of all sites together, spread evenly; without it every site gets 900. Sites seeded before are topped up.
   */
  readonly members?: number;
  readonly onProgress?: (written: number) => void;
}

export interface SiteSeeded extends SeedResult {
  readonly name: string;
}

/**
 * Seeds `sites` and answers, in their order, the members before and added. Safe to call at every start, also in several
 * processes at once.
 */
export const seedAll = (
  database: OpenDatabase,
  sites: readonly Site[],
  options: SeedAllOptions,
): Promise<SiteSeeded[]> => underLock(database, () => seedSites(database, sites, options));

/** Runs `work` in one process at a time. Only one process opens the embedded engine. */
function underLock<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  if (database.name === 'pglite') return work();
  return database.kysely.connection().execute(async (db) => {
    const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`;
    while (!(await tryLock.execute(db)).rows[0]?.locked) await setTimeout(RETRY_MS);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(db);
    }
  });
}

async function seedSites(
  database: OpenDatabase,
  sites: readonly Site[],
  options: SeedAllOptions,
): Promise<SiteSeeded[]> {
  const { members, now, onProgress } = options;
  const inputs = await loadInputs(sites, now);
  const [demo, others] = await Promise.all([
    hashPassword(demoLogins[0]?.password ?? ''),
    hashPassword(crypto.randomUUID()),
  ]);
  const counts =
    members === undefined
      ? sites.map(() => MEMBERS_PER_SITE)
      : apportion(
          members,
          sites.map(() => 1),
        );
  const written = sites.map(() => 0);
  const results: SiteSeeded[] = [];
  const queue = sites.map((site, index) => ({ site, index }));
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const { site, index } = job;
      const report = (count: number): void => {
        written[index] = count;
        onProgress?.(written.reduce((sum, each) => sum + each, 0));
      };
      const result = await seedSite(database, site, {
        count: counts[index] ?? 0,
        inputs,
        passwords: { demo, others },
        mayAdd: members !== undefined,
        onProgress: report,
      });
      results[index] = { ...result, name: site.name };
    }
  };
  const workers = database.name === 'postgres' ? SIDE_BY_SIDE : 1;
  await Promise.all(Array.from({ length: workers }, work));
  if (results.some(({ wrote }) => wrote > 0)) await analyze(database);
  return results;
}

/** Refreshes the planner's statistics; a login without the right to do so is only warned. */
async function analyze(database: OpenDatabase): Promise<void> {
  for (const table of ['account', 'profile', 'photo']) await sql`analyze ${sql.table(table)}`.execute(database.kysely);
}
