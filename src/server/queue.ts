// The job queue in the same database: a job added in a transaction exists only after its commit.
import { fromKysely, PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import { STAFF_TENANT } from '#domain/staff';
import type { Db, OpenDatabase } from './db/index.ts';
import { APP_ROLE } from './db/migrations/index.ts';
import { describeError } from './db/errors.ts';
import { givenUpQueue, type IfGivenUp, openGivenUp } from './given-up-jobs.ts';
import type { Services } from './services.ts';

/** Data of every job: no job runs outside of a tenant. */
export interface TenantJob {
  readonly tenant: number;
}

/** Retries of a failed job. The delay in seconds doubles from `delay` up to `longest`. */
export interface RetryPolicy {
  readonly times: number;
  readonly delay: number;
  readonly longest: number;
}

/** Cron expressions, in UTC. */
export const DAILY = '17 3 * * *';
export const HOURLY = '7 * * * *';
export const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** When jobs of a kind are added by themselves, beside those that are added by calls. */
export interface Schedule {
  readonly cron: string;
  /** Each brand has a job of its own unless this says otherwise. A job for all brands at once names the first one. */
  readonly runsFor?: 'each brand and staff' | 'all brands at once';
  /** Also when a process starts. */
  readonly atStart?: true;
}

/** One kind of job. `run` must be idempotent: it may be called more than once for a job. */
export interface JobKind<Data extends TenantJob = TenantJob> {
  readonly name: string;
  readonly data: z.ZodMiniType<Data>;
  readonly retries?: RetryPolicy;
  readonly schedule?: Schedule;
  /** A week, unless it is scheduled: it comes again by itself then. */
  readonly ifGivenUp?: IfGivenUp;
  run(services: Services, data: Data): Promise<void>;
}

/** Adds a check of the data before each run, so that kinds of different data fit into one list. */
export function jobKind<Data extends TenantJob>(kind: JobKind<Data>): JobKind<Data> & AnyKind {
  return {
    ...kind,
    ifGivenUp: kind.ifGivenUp ?? (kind.schedule ? 'not kept' : 'kept a week'),
    start: (services, data) => kind.run(services, z.parse(kind.data, data)),
  };
}
export interface AnyKind {
  readonly name: string;
  readonly retries?: RetryPolicy;
  readonly schedule?: Schedule;
  readonly ifGivenUp: IfGivenUp;
  /** Validates the data and runs the job. */
  start(services: Services, data: unknown): Promise<void>;
}

export interface Queue {
  /** Adds a job within the transaction `db`. With `after` it runs from that moment on. */
  add<Data extends TenantJob>(db: Db, kind: JobKind<Data>, data: Data, after?: Date): Promise<void>;
}

/** For an app without jobs. */
export const noQueue: Queue = {
  add: (_, { name }) => Promise.reject(new Error(`There is no queue to take the job ${name}.`)),
};

export interface OpenQueue extends Queue {
  readonly boss: PgBoss;
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
const DEFAULT_RETRIES: RetryPolicy = { times: 2, delay: 30, longest: 300 };

/** Deletes the jobs of accounts that are erased, also those that are done: their data names the account, some its address. */
export async function forgetJobs({ boss }: Pick<OpenDatabase, 'boss'>, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  const { rows } = await boss.executeSql(`select from pg_tables where schemaname = $1 and tablename = 'job'`, [SCHEMA]);
  if (rows.length === 0) return;
  await boss.executeSql(`delete from ${SCHEMA}.job where data->>'account' = any($1::text[])`, [[...accounts]]);
}

/** Starts the queue, registers `kinds`, and allows tenants' transactions to add jobs. */
export async function openQueue(
  database: OpenDatabase,
  log: Logger,
  kinds: readonly Pick<AnyKind, 'name' | 'retries' | 'ifGivenUp'>[],
): Promise<OpenQueue> {
  // Creating an existing schema still requires the right to create schemas.
  const schemas = await database.boss.executeSql('select from pg_namespace where nspname = $1', [SCHEMA]);
  const createSchema = schemas.rows.length === 0;
  const boss = new PgBoss({ db: database.boss, backend: database.name, schema: SCHEMA, createSchema });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'jobs'));
  await boss.start();
  await openGivenUp(boss);
  const tables = new Set<string>();
  for (const { name, ifGivenUp, retries: { times, delay, longest } = DEFAULT_RETRIES } of kinds) {
    const options = { retryLimit: times, retryDelay: delay, retryBackoff: true, retryDelayMax: longest };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, { ...options, deadLetter: givenUpQueue(ifGivenUp) });
    // Also fills the queue's cache: on the embedded engine, a look-up inside a transaction would deadlock with it.
    await boss.getJobById(name, crypto.randomUUID());
    tables.add((await boss.getQueue(name))?.table ?? 'job');
  }
  await database.boss.executeSql(grantsOn([...tables]));
  return {
    boss,
    async add(db, kind, data, after) {
      const start = after ? { startAfter: after } : {};
      const id = await boss.send(kind.name, { ...data }, { db: fromKysely(db), ...start });
      if (id === null) throw new Error(`The job ${kind.name} was not taken.`);
    },
    stop: () => boss.stop({ graceful: true, timeout: 3000, close: false }),
  };
}

interface ScheduledJob {
  readonly name: string;
  readonly schedule: Schedule;
  readonly tenant: number;
  readonly key: string;
}

/**
 * Adds the schedules of the brands that this process serves, and removes those of kinds and brands that are gone. Those of brands that
 * other processes serve stay.
 */
export async function updateSchedules(
  { boss }: Pick<OpenQueue, 'boss'>,
  kinds: readonly AnyKind[],
  served: readonly number[],
  all: readonly number[],
): Promise<void> {
  for (const { name, schedule, tenant, key } of scheduledJobs(kinds, served)) {
    await boss.schedule(name, schedule.cron, { tenant }, { key, tz: 'UTC' });
    if (schedule.atStart) await boss.send(name, { tenant });
  }
  const known = scheduledJobs(kinds, all);
  for (const { name, key } of await boss.getSchedules())
    if (!known.some((job) => job.name === name && job.key === key)) await boss.unschedule(name, key);
}

function scheduledJobs(kinds: readonly AnyKind[], brands: readonly number[]): ScheduledJob[] {
  return kinds.flatMap(({ name, schedule }) => {
    if (!schedule) return [];
    if (schedule.runsFor === 'all brands at once')
      return brands.slice(0, 1).map((tenant) => ({ name, schedule, tenant, key: '' }));
    const tenants = schedule.runsFor === 'each brand and staff' ? [...brands, STAFF_TENANT] : brands;
    return tenants.map((tenant) => ({ name, schedule, tenant, key: String(tenant) }));
  });
}

/** Under a lock: two processes that start together must not grant at the same moment. */
const grantsOn = (tables: readonly string[]): string => `do $$ begin
  perform pg_advisory_xact_lock(hashtextextended('${SCHEMA} grants', 1));
  grant usage on schema ${SCHEMA} to ${APP_ROLE};
  grant select on ${SCHEMA}.queue to ${APP_ROLE};
  ${tables.map((table) => `grant insert, select (id) on ${SCHEMA}.${table} to ${APP_ROLE};`).join('\n  ')}
end $$`;
