// Locks of the database: what another transaction waits for, and how long.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/index';
import { eventually } from './eventually.ts';

/**
 * Whether PostgreSQL ends a wait that takes too long. With TEST_NOW it does not: libfaketime hides the moved clock from
 * the signal handler that compares the times.
 */
export const hasLockTimeouts = !process.env['TEST_NOW'];

/** Waits until another transaction waits for a lock of this one. */
export const isWaitedFor = (db: Db): Promise<void> =>
  eventually(async () => {
    const { rows } =
      await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db);
    expect(rows).not.toEqual([]);
  });
