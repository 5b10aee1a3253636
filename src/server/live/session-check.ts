// Ends streams whose session expired, was deleted, or belongs to a suspended account.
import type { Logger } from 'pino';
import type { Clock } from '../context.ts';
import type { OpenDatabase } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import { liveSessions } from '../auth/sessions.ts';
import type { Subscriber } from './subscribers.ts';

/** Interval of heartbeats and session checks in milliseconds. */
export const HEARTBEAT_MS = 25_000;

interface Parts {
  readonly database: OpenDatabase;
  readonly now: Clock;
  readonly log: Logger;
  subscribers(): readonly Subscriber[];
}

/**
 * Checks all streams of a tenant with one query; returns the function that stops it. If the database does not answer,
 * streams stay open until the next check.
 */
export function checkSessions({ database, now, log, subscribers }: Parts): () => Promise<void> {
  let checking: Promise<void> | null = null;
  const checkTenant = async (tenant: number, open: readonly Subscriber[]): Promise<void> => {
    const sessions = [...new Set(open.map(({ session }) => session))];
    const live = await database.inTenant(tenant, (db) => liveSessions(db, tenant, sessions, now()));
    for (const subscriber of open) if (!live.has(subscriber.session)) subscriber.end('session_over');
  };
  const check = async (): Promise<void> => {
    for (const [tenant, open] of Map.groupBy(subscribers(), (subscriber) => subscriber.tenant))
      await checkTenant(tenant, open).catch((error: unknown) =>
        log.warn({ tenant, error: describeError(error) }, 'checking sessions of streams failed'),
      );
  };
  const timer = setInterval(() => {
    checking ??= check().finally(() => (checking = null));
  }, HEARTBEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}
