// Finds the sessions of PostgreSQL that another one waits for, and names them for the operator.
import { sql } from 'kysely';
import type { Db } from './index.ts';

export interface Blocker {
  readonly pid: number;
  readonly login: string;
  /** What the program calls itself, such as `pg_dump`; may be empty. */
  readonly program: string;
}

/** A login without special rights sees these columns of every session. */
export async function blockersOf(db: Db, pid: number): Promise<readonly Blocker[]> {
  const { rows } = await sql<Blocker>`
    select pid, coalesce(usename, '') as login, coalesce(application_name, '') as program
    from pg_stat_activity where pid = any(pg_blocking_pids(${pid}::int)) order by pid`.execute(db);
  return rows;
}

export const namesOf = (blockers: readonly Blocker[]): string =>
  blockers.length === 0
    ? 'another session'
    : blockers
        .map(({ pid, login, program }) => `${program || 'a program without a name'} (process ${pid}, login ${login})`)
        .join(' and ');
