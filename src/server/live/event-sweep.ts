// Outbox sweep: finds stored events whose notification was lost and delivers them.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { LiveEvent } from '#contract/events';
import type { Clock } from '../context.ts';
import type { OpenDatabase } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import type { SentEvent, StoredEvent } from './hub.ts';

const INTERVAL_MS = 15_000;
/** How far a sweep looks back: enough for a failed sweep and for late commits. */
const LOOKBACK_MS = 3 * INTERVAL_MS;

export interface OutboxSweep {
  /** Whether this process has not delivered the event yet; always true for a signal. */
  isNew(event: SentEvent): boolean;
  stop(): Promise<void>;
}
interface Parts {
  readonly database: OpenDatabase;
  readonly now: Clock;
  readonly log: Logger;
  /** Accounts with an open stream, by tenant. */
  listeners(): ReadonlyMap<number, ReadonlySet<string>>;
  onFound(event: StoredEvent): void;
}

/**
 * Sweeps at intervals until stopped, without queries while there are no streams. Events older than this process are
 * skipped: every stream opened later and has caught up. Limits: an event of a crashed process is lost to tabs that have
 * seen a newer one, and hosts with clocks more than {@link LOOKBACK_MS} apart miss each other's events.
 */
export function sweepOutbox({ database, now, log, listeners, onFound }: Parts): OutboxSweep {
  /** When this process delivered an event, by id, oldest first. */
  const seenAt = new Map<number, number>();
  const startedAt = now().getTime();
  let sweeping: Promise<void> | null = null;

  const isNew = ({ id }: SentEvent): boolean => {
    if (id === null) return true;
    if (seenAt.has(id)) return false;
    seenAt.set(id, now().getTime());
    return true;
  };
  const sweepTenant = async (tenant: number, accounts: readonly string[], since: Date): Promise<void> => {
    for (const event of await findUndelivered(database, tenant, accounts, since, seenAt))
      if (isNew(event)) onFound(event);
  };
  const sweep = async (): Promise<void> => {
    const since = Math.max(now().getTime() - LOOKBACK_MS, startedAt);
    for (const [tenant, accounts] of listeners())
      await sweepTenant(tenant, [...accounts], new Date(since)).catch((error: unknown) =>
        log.warn({ tenant, error: describeError(error) }, 'outbox sweep failed'),
      );
    for (const [id, at] of seenAt) {
      if (at >= since) break;
      seenAt.delete(id);
    }
  };
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => (sweeping = null));
  }, INTERVAL_MS).unref();
  return {
    isNew,
    stop: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}

interface Row {
  readonly id: number;
  readonly account: string;
  readonly session: string | null;
  readonly body: LiveEvent;
}

/** Reads ids first, since most events were delivered. The condition on `at` avoids a scan of the whole table. */
const findUndelivered = (
  database: OpenDatabase,
  tenant: number,
  accounts: readonly string[],
  since: Date,
  seenAt: ReadonlyMap<number, unknown>,
): Promise<StoredEvent[]> =>
  database.inTenant(tenant, async (db) => {
    const recent = await sql<{ ids: number[] }>`select coalesce(json_agg(id), '[]') as ids from event
      where tenant = ${tenant}::smallint and account = any(${accounts}::uuid[]) and at > ${since}::timestamptz`.execute(
      db,
    );
    const ids = (recent.rows[0]?.ids ?? []).filter((id) => !seenAt.has(id));
    if (ids.length === 0) return [];
    const { rows } = await sql<Row>`select id, account, encode(session, 'hex') as session, body from event
      where tenant = ${tenant}::smallint and account = any(${accounts}::uuid[]) and at > ${since}::timestamptz
        and id = any(${ids}::bigint[])
      order by id`.execute(db);
    return rows.map((row) => ({ tenant, ...row }));
  });
