// Waits for what another transaction waits for.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/index';
import { eventually } from './eventually.ts';

/** Waits until another transaction waits for a lock of this one. */
export const isWaitedFor = (db: Db): Promise<void> =>
  eventually(async () => {
    const { rows } =
      await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db);
    expect(rows).not.toEqual([]);
  });
