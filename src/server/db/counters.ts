// Counts what may be done only so often in a day or an hour, exactly, however many try at once.
import type { Db } from './index.ts';
import { secondsUntil } from '../http/retry-after.ts';
import { isoDay } from '../modules/auth/user.ts';

/** Counts one more; false when that would be more than `most`, and nothing is counted. The day is that of UTC. */
export async function incrementWithinLimit(
  db: Db,
  tenant: number,
  key: string,
  now: Date,
  max: number,
): Promise<boolean> {
  const counted = await db
    .insertInto('daily_count')
    .values({ tenant, key, day: isoDay(now), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'key', 'day'])
        .doUpdateSet((is) => ({ count: is('daily_count.count', '+', 1) }))
        .where('daily_count.count', '<', max),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Seconds until the day, or the hour, of UTC ends. */
export const secondsUntilReset = (now: Date, of: 'day' | 'hour'): number => {
  const length = (of === 'day' ? 86_400 : 3600) * 1000;
  return secondsUntil(new Date(now.getTime() - (now.getTime() % length) + length), now);
};
