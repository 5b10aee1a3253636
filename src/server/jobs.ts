// Background jobs: workers, schedules and the daily purge.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Site } from '#site/load';
import { deleteExpiredUnconfirmed } from './auth/unconfirmed-account.ts';
import type { Clock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';
import { createUpcomingPartitions } from './db/partitions.ts';
import { describeError } from './db/errors.ts';
import { activationMail } from './mail/activation.ts';
import { complaintMail } from './mail/complaint.ts';
import { knownAddressMail } from './mail/known-address.ts';
import { paidDelivery } from './payments/deliver-paid.ts';
import { startReconciling } from './payments/reconcile.ts';
import { type AnyKind, jobKind, type OpenQueue, openQueue } from './queue.ts';
import type { Services } from './services.ts';

export interface Jobs {
  readonly queue: OpenQueue;
  /** Starts the workers. */
  work(services: Services, sites: readonly Site[]): Promise<void>;
  stop(): Promise<void>;
}

const DAILY = '17 3 * * *';
/** Frequent enough that a day's partition exists in time even when several runs fail. */
const HOURLY = '7 * * * *';
const POLL_INTERVAL_SECONDS = 1;
const BATCH_SIZE = 10;

const HOUR = 3_600_000;
/** Retention of purged rows in milliseconds. The purge runs daily; the privacy page states the maximum retention. */
const RETENTION_MS = {
  failures: 24 * HOUR,
  counts: 24 * HOUR,
  disclosures: HOUR,
  complaints: (2 * 365 - 1) * 24 * HOUR,
} as const;

const purgeExpired = jobKind({
  name: 'purge',
  data: z.strictObject({ tenant: z.int() }),
  run: (services, { tenant }) => purgeTenant(services, tenant),
});

/** All tenants share the partitions, so the job of one tenant is enough. */
const rotatePartitions = jobKind({
  name: 'rotate_partitions',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ database }, { tenant }) => rotatePartitionsOf(database, tenant),
});

/** All kinds of jobs. */
export const JOB_KINDS: readonly AnyKind[] = [
  purgeExpired,
  rotatePartitions,
  activationMail,
  knownAddressMail,
  complaintMail,
  paidDelivery,
];

/** Opens the queue; `work` starts the workers. */
export async function openJobs({ database, log }: Pick<Services, 'database' | 'log'>): Promise<Jobs> {
  const queue = await openQueue(database, log, JOB_KINDS);
  let reconciling: { stop(): Promise<void> } | null = null;
  return {
    queue,
    async work(services, sites) {
      await startWorkers(queue, services, sites);
      reconciling = startReconciling(services, sites);
    },
    async stop() {
      await Promise.all([reconciling?.stop(), queue.stop()]);
    },
  };
}

async function startWorkers({ boss }: OpenQueue, services: Services, sites: readonly Site[]): Promise<void> {
  const options = {
    pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  for (const kind of JOB_KINDS)
    await boss.work(kind.name, options, (jobs) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await runJob(kind, services, data)) }))),
    );
  for (const { id } of sites)
    await boss.schedule(purgeExpired.name, DAILY, { tenant: id }, { key: String(id), tz: 'UTC' });
  const [first] = sites;
  if (!first) return;
  await boss.schedule(rotatePartitions.name, HOURLY, { tenant: first.id }, { tz: 'UTC' });
  await boss.send(rotatePartitions.name, { tenant: first.id });
}

/** Runs one job. A failure is logged, and the queue retries it. */
async function runJob(kind: AnyKind, services: Services, data: unknown): Promise<{ status: 'completed' | 'failed' }> {
  try {
    await kind.start(services, data);
    return { status: 'completed' };
  } catch (error) {
    services.log.error({ route: `job.${kind.name}`, error: describeError(error) }, 'job failed');
    return { status: 'failed' };
  }
}

/**
 * Adds the partitions of today and tomorrow and drops expired ones: idempotency keys after two days, live events after
 * one. Each table has its own transaction, so that no call waits for both.
 */
export async function rotatePartitionsOf(database: OpenDatabase, tenant: number): Promise<void> {
  await database.inTenant(tenant, (db) => sql`select rotate_idempotency()`.execute(db));
  await database.inTenant(tenant, (db) => sql`select rotate_event()`.execute(db));
}

/** The daily job of a tenant. */
export async function purgeTenant(
  { database, now }: Pick<Services, 'database' | 'now'>,
  tenant: number,
): Promise<void> {
  await purge(database, tenant, now);
  await deleteExpiredUnconfirmed(database, tenant, now);
}

/**
 * Deletes a tenant's expired sessions, mailed links, counters and old complaints, and creates upcoming partitions of
 * messages. Messages are never dropped.
 */
export async function purge(database: OpenDatabase, tenant: number, now: Clock): Promise<void> {
  const before = (age: number): Date => new Date(now().getTime() - age);
  const day = before(RETENTION_MS.counts).toISOString().slice(0, 10);
  await database.inTenant(tenant, async (db) => {
    await db.deleteFrom('session').where('tenant', '=', tenant).where('expires_at', '<=', now()).execute();
    await db
      .deleteFrom('login_failure')
      .where('tenant', '=', tenant)
      .where('failed_at', '<', before(RETENTION_MS.failures))
      .execute();
    await db.deleteFrom('mail_token').where('tenant', '=', tenant).where('expires_at', '<=', now()).execute();
    await db
      .deleteFrom('disclosure')
      .where('tenant', '=', tenant)
      .where('at', '<', before(RETENTION_MS.disclosures))
      .execute();
    await db
      .deleteFrom('complaint')
      .where('tenant', '=', tenant)
      .where('at', '<', before(RETENTION_MS.complaints))
      .execute();
    await db.deleteFrom('daily_count').where('tenant', '=', tenant).where('day', '<', day).execute();
    await db.deleteFrom('unverified_mail').where('day', '<', day).execute();
    await db.deleteFrom('attempt_budget').where('tenant', '=', tenant).where('spent_until', '<=', now()).execute();
    await db.deleteFrom('visit').where('tenant', '=', tenant).where('day', '<', day).execute();
  });
  // In its own transaction, since it briefly locks a whole table.
  await database.inTenant(tenant, (db) => createUpcomingPartitions(db, now()));
}
