// The job queue in the same database: a job added in a transaction exists only after its commit.
import { fromKysely, PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import type { Db, OpenDatabase } from './db/index.ts';
import { APP_ROLE } from './db/migrations/index.ts';
import { describeError } from './db/errors.ts';
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

/** One kind of job. `run` must be idempotent: it may be called more than once for a job. */
export interface JobKind<Data extends TenantJob = TenantJob> {
  readonly name: string;
  readonly data: z.ZodMiniType<Data>;
  readonly retries?: RetryPolicy;
  run(services: Services, data: Data): Promise<void>;
}

/** Adds a check of the data before each run, so that kinds of different data fit into one list. */
export function jobKind<Data extends TenantJob>(kind: JobKind<Data>): JobKind<Data> & AnyKind {
  return { ...kind, start: (services, data) => kind.run(services, z.parse(kind.data, data)) };
}
export interface AnyKind {
  readonly name: string;
  readonly retries?: RetryPolicy;
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
  kinds: readonly { readonly name: string; readonly retries?: RetryPolicy }[],
): Promise<OpenQueue> {
  // Creating an existing schema still requires the right to create schemas.
  const schemas = await database.boss.executeSql('select from pg_namespace where nspname = $1', [SCHEMA]);
  const createSchema = schemas.rows.length === 0;
  const boss = new PgBoss({ db: database.boss, backend: database.name, schema: SCHEMA, createSchema });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'jobs'));
  await boss.start();
  const tables = new Set<string>();
  for (const { name, retries: { times, delay, longest } = DEFAULT_RETRIES } of kinds) {
    const options = { retryLimit: times, retryDelay: delay, retryBackoff: true, retryDelayMax: longest };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
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

/** Under a lock: two processes that start together must not grant at the same moment. */
const grantsOn = (tables: readonly string[]): string => `do $$ begin
  perform pg_advisory_xact_lock(hashtextextended('${SCHEMA} grants', 1));
  grant usage on schema ${SCHEMA} to ${APP_ROLE};
  grant select on ${SCHEMA}.queue to ${APP_ROLE};
  ${tables.map((table) => `grant insert, select (id) on ${SCHEMA}.${table} to ${APP_ROLE};`).join('\n  ')}
end $$`;
