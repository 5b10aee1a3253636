// Jobs that failed at their last try, or whose last process was killed: kept for a week, so that operators see them and can run them again.
import type { PgBoss } from 'pg-boss';
import { DAY_MS } from '#domain/durations';
import type { OpenDatabase } from './db/index.ts';

/** The queue in which they wait; nothing works on it. */
export const GIVEN_UP = 'given_up';

const KEPT_SECONDS = (7 * DAY_MS) / 1000;
/** Moved at once. */
const BATCH = 500;

export interface GivenUp {
  readonly kind: string;
  readonly jobs: number;
}

export async function openGivenUp(boss: PgBoss): Promise<void> {
  const options = { retentionSeconds: KEPT_SECONDS };
  await boss.createQueue(GIVEN_UP, options);
  await boss.updateQueue(GIVEN_UP, options);
}

/** How many there are, by kind, most first. Also for who has no queue open. */
export async function countGivenUp({ boss }: Pick<OpenDatabase, 'boss'>): Promise<readonly GivenUp[]> {
  const counted = `select source_name as kind, count(*)::int as jobs from pgboss.job where name = $1 and state < 'active'
    group by source_name order by jobs desc, kind`;
  return ((await boss.executeSql(counted, [GIVEN_UP])) as { rows: GivenUp[] }).rows;
}

/** Adds those of a kind to its queue once more, with all their tries; returns how many. */
export async function runGivenUpAgain(boss: PgBoss, kind: string): Promise<number> {
  let added = 0;
  for (;;) {
    const moved = await boss.redrive(GIVEN_UP, { sourceName: kind, limit: BATCH });
    added += moved;
    if (moved < BATCH) return added;
  }
}
