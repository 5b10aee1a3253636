// Work that nobody waits for: a queue on the same database, and the daily purge of what has expired.
import { PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { Site } from '#site/load';
import type { Clock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';
import { describeError } from './faults.ts';
import type { Services } from './services.ts';

export interface Jobs {
  stop(): Promise<void>;
}

const PURGE = 'purge';
const DAILY = '17 3 * * *';
/** Every job says whose it is: nothing runs outside a tenant. */
const TenantJob = z.strictObject({ tenant: z.int() });

const HOUR = 3_600_000;
/** How long events and idempotency keys are kept, in milliseconds. */
const KEEP = { events: 24 * HOUR, idempotency: 48 * HOUR, failures: 48 * HOUR, counts: 72 * HOUR } as const;

export async function startJobs(
  { database, log, now }: Pick<Services, 'database' | 'log' | 'now'>,
  sites: readonly Site[],
): Promise<Jobs> {
  const boss = new PgBoss({ db: database.boss, backend: database.name });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'jobs'));
  await boss.start();
  await boss.createQueue(PURGE);
  await boss.work(PURGE, async (jobs) => {
    for (const job of jobs) await purge(database, TenantJob.parse(job.data).tenant, now);
  });
  for (const site of sites) await boss.schedule(PURGE, DAILY, { tenant: site.id }, { key: String(site.id), tz: 'UTC' });
  return { stop: () => boss.stop({ graceful: true, timeout: 3000, close: false }) };
}

/** Deletes a tenant's expired sessions, live events, idempotency keys and counters. */
export async function purge(database: OpenDatabase, tenant: number, now: Clock): Promise<void> {
  const before = (age: number): Date => new Date(now().getTime() - age);
  const day = before(KEEP.counts).toISOString().slice(0, 10);
  await database.inTenant(tenant, async (db) => {
    await db.deleteFrom('session').where('tenant', '=', tenant).where('expires_at', '<=', now()).execute();
    await db.deleteFrom('event').where('tenant', '=', tenant).where('at', '<', before(KEEP.events)).execute();
    await db
      .deleteFrom('idempotency')
      .where('tenant', '=', tenant)
      .where('created_at', '<', before(KEEP.idempotency))
      .execute();
    await db
      .deleteFrom('login_failure')
      .where('tenant', '=', tenant)
      .where('failed_at', '<', before(KEEP.failures))
      .execute();
    await db.deleteFrom('daily_count').where('tenant', '=', tenant).where('day', '<', day).execute();
    await db.deleteFrom('visit').where('tenant', '=', tenant).where('day', '<', day).execute();
  });
}
