// Asks for the data export of a member: once a day, or again when one has failed.
import { DATA_EXPORT } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { secondsUntil } from '../http/retry-after.ts';
import type { Queue } from '../queue.ts';
import { dataExport } from './make-export.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An export that was asked for before and is not there has failed: its job is not tried again. */
export const failedBefore = (now: Date): Date => new Date(now.getTime() - DATA_EXPORT.failedAfterMinutes * MINUTE_MS);

/** The new request takes the place of the export before it. Answers 0, or after how many seconds the next one may be asked for. */
export async function placeExport(db: Db, queue: Queue, tenant: number, account: string, now: Date): Promise<number> {
  const after = new Date(now.getTime() - DATA_EXPORT.everyHours * HOUR_MS);
  const request = {
    requested_at: now,
    made_at: null,
    file: null,
    expires_at: new Date(now.getTime() + DATA_EXPORT.validDays * 24 * HOUR_MS),
  };
  const placed = await db
    .insertInto('data_export')
    .values({ tenant, account, ...request })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'account'])
        .doUpdateSet(request)
        .where((is) =>
          is.or([
            is('data_export.requested_at', '<=', after),
            is.and([is('data_export.made_at', 'is', null), is('data_export.requested_at', '<=', failedBefore(now))]),
          ]),
        ),
    )
    .returning('account')
    .executeTakeFirst();
  if (placed) {
    await queue.add(db, dataExport, { tenant, account });
    return 0;
  }
  const { requested_at } = await latestExport(db, tenant, account).executeTakeFirstOrThrow();
  return secondsUntil(requested_at, after);
}

export const latestExport = (db: Db, tenant: number, account: string) =>
  db
    .selectFrom('data_export')
    .select(['requested_at', 'made_at', 'expires_at'])
    .where('tenant', '=', tenant)
    .where('account', '=', account);
