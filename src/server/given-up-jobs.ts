// Jobs that failed at their last try, or whose last process was killed: kept for a while, so that operators see them and can run them again.
import type { PgBoss } from 'pg-boss';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import type { OpenDatabase } from './db/index.ts';

/**
 * What becomes of a job that has failed to the end: operators may run it again for a week, or for as long as what it needs is kept, or
 * not at all: it is added again by itself, or would come too late.
 */
export type IfGivenUp = 'kept a week' | 'kept for hours' | 'not kept';

/**
 * The queues in which they wait, and for how many seconds; nothing works on them. What joining needs is kept for a day, and its jobs are
 * given up after 15 hours.
 */
const QUEUES: Readonly<Record<Exclude<IfGivenUp, 'not kept'>, readonly [name: string, seconds: number]>> = {
  'kept a week': ['given_up', (7 * DAY_MS) / 1000],
  'kept for hours': ['given_up_hours', (8 * HOUR_MS) / 1000],
};
const NAMES = Object.values(QUEUES).map(([name]) => name);

/** Moved at once. */
const BATCH = 500;

export interface GivenUp {
  readonly kind: string;
  readonly jobs: number;
}

/** Null for jobs that are not kept. */
export const givenUpQueue = (rule: IfGivenUp): string | null => (rule === 'not kept' ? null : QUEUES[rule][0]);

export async function openGivenUp(boss: PgBoss): Promise<void> {
  for (const [name, retentionSeconds] of Object.values(QUEUES)) {
    await boss.createQueue(name, { retentionSeconds });
    await boss.updateQueue(name, { retentionSeconds });
  }
}

/** How many there are, by kind, most first. Also for who has no queue open. */
export async function countGivenUp({ boss }: Pick<OpenDatabase, 'boss'>): Promise<readonly GivenUp[]> {
  const counted = `select source_name as kind, count(*)::int as jobs from pgboss.job
    where name = any($1::text[]) and state < 'active' and keep_until > now() group by source_name order by jobs desc, kind`;
  return ((await boss.executeSql(counted, [NAMES])) as { rows: GivenUp[] }).rows;
}

/** Adds those of a kind to its queue once more, with all their tries, `batch` at once; returns how many. */
export async function runGivenUpAgain(boss: PgBoss, kind: string, batch = BATCH): Promise<number> {
  let added = 0;
  for (const name of NAMES)
    for (let moved = batch; moved === batch; added += moved)
      moved = await boss.redrive(name, { sourceName: kind, limit: batch });
  return added;
}
