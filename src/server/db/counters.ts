// Counts actions with a daily or hourly limit, exactly even under concurrency.
import { isoDay } from '#domain/iso-day';
import type { Db } from './index.ts';
import { secondsUntil } from '../http/retry-after.ts';

/** Increments the count of the UTC day. Returns false, counting nothing, when it has reached `max`. */
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

/** Whether the count of the UTC day is below `max`; counts nothing. */
export async function isWithinLimit(db: Db, tenant: number, key: string, now: Date, max: number): Promise<boolean> {
  const row = await db
    .selectFrom('daily_count')
    .select('count')
    .where('tenant', '=', tenant)
    .where('key', '=', key)
    .where('day', '=', isoDay(now))
    .executeTakeFirst();
  return !row || row.count < max;
}

/** Seconds until the end of the UTC day or hour. */
export const secondsUntilReset = (now: Date, period: 'day' | 'hour'): number => {
  const length = (period === 'day' ? 86_400 : 3600) * 1000;
  return secondsUntil(new Date(now.getTime() - (now.getTime() % length) + length), now);
};
