// Background jobs: a queue on the same database, and the daily deletion of what has expired.
import * as z from 'zod/mini';
import type { Site } from '#site/load';
import { deleteExpiredUnconfirmed } from './auth/unconfirmed-account.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { describeError } from './db/errors.ts';
import { rotatePartitions } from './db/partitions.ts';
import { activationMail } from './mail/activation.ts';
import { complaintMail } from './mail/complaint.ts';
import { knownAddressMail } from './mail/known-address.ts';
import { paidDelivery } from './payments/deliver-paid.ts';
import { checkLedger } from './payments/ledger-gaps.ts';
import { startReconciling } from './payments/reconcile.ts';
import { type AnyKind, jobKind, type OpenQueue, openQueue } from './queue.ts';
import type { Services } from './services.ts';

export interface Jobs {
  readonly queue: OpenQueue;
  /** Starts to work on what is queued, now and from now on. */
  work(services: Services, sites: readonly Site[]): Promise<void>;
  stop(): Promise<void>;
}

const DAILY = '17 3 * * *';
/** Often enough that a day's partition is there in time even when several runs fail. */
const HOURLY = '7 * * * *';
/** Seconds between two looks for a new job. */
const LOOK_EVERY = 1;
/** Jobs of one kind taken at once. */
const TOGETHER = 10;

const purgeExpired = jobKind({
  name: 'purge',
  data: z.strictObject({ tenant: z.int() }),
  run: (services, { tenant }) => purgeTenant(services, tenant),
});

const ledgerCheck = jobKind({
  name: 'check_ledger',
  data: z.strictObject({ tenant: z.int() }),
  run: (services, { tenant }) => checkLedger(services, tenant),
});

/** All tenants share the partitions, so one tenant's job is enough. */
const partitionRotation = jobKind({
  name: 'rotate_partitions',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ database }, { tenant }) => rotatePartitions(database, tenant),
});

/** Every kind of job there is. */
export const JOB_KINDS: readonly AnyKind[] = [
  purgeExpired,
  partitionRotation,
  ledgerCheck,
  activationMail,
  knownAddressMail,
  complaintMail,
  paidDelivery,
];

/** Opens the queue; nothing runs before `work`. */
export async function openJobs({ database, log }: Pick<Services, 'database' | 'log'>): Promise<Jobs> {
  const queue = await openQueue(database, log, JOB_KINDS);
  let reconciling: { stop(): Promise<void> } | null = null;
  return {
    queue,
    async work(services, sites) {
      await work(queue, services, sites);
      reconciling = startReconciling(services, sites);
    },
    async stop() {
      await Promise.all([reconciling?.stop(), queue.stop()]);
    },
  };
}

async function work({ boss }: OpenQueue, services: Services, sites: readonly Site[]): Promise<void> {
  const options = {
    pollingIntervalSeconds: LOOK_EVERY,
    batchSize: TOGETHER,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  for (const kind of JOB_KINDS)
    await boss.work(kind.name, options, (jobs) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await outcome(kind, services, data)) }))),
    );
  for (const { id } of sites)
    for (const { name } of [purgeExpired, ledgerCheck])
      await boss.schedule(name, DAILY, { tenant: id }, { key: String(id), tz: 'UTC' });
  const [first] = sites;
  if (!first) return;
  await boss.schedule(partitionRotation.name, HOURLY, { tenant: first.id }, { tz: 'UTC' });
  await boss.send(partitionRotation.name, { tenant: first.id });
}

/** Runs one job; a failure is logged, and the queue tries again later. */
async function outcome(kind: AnyKind, services: Services, data: unknown): Promise<{ status: 'completed' | 'failed' }> {
  try {
    await kind.start(services, data);
    return { status: 'completed' };
  } catch (error) {
    services.log.error({ route: `job.${kind.name}`, error: describeError(error) }, 'job failed');
    return { status: 'failed' };
  }
}

/** What the daily job does for a tenant. */
export async function purgeTenant(
  { database, now }: Pick<Services, 'database' | 'now'>,
  tenant: number,
): Promise<void> {
  await deleteExpired(database, tenant, now());
  await deleteExpiredUnconfirmed(database, tenant, now);
}
