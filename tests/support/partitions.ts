// Partitions as the owner of the tables creates and drops them.
import { sql } from 'kysely';
import type { Db } from '#server/db/index';

export type Period = 'day' | 'month';

/** Creates the partitions from `first` to `last` that are missing; answers how many. */
export async function createPartitions(
  db: Db,
  parent: string,
  period: Period,
  first: Date,
  last = first,
): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select create_partitions(${parent}, ${period}, ${first}::timestamptz, ${last}::timestamptz) as made`.execute(db);
  return rows[0]?.made ?? 0;
}

/** Drops the partitions that hold only rows of before `before`; answers how many. */
export async function dropPartitions(db: Db, parent: string, before: Date): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_partitions(${parent}, ${before}::timestamptz) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
