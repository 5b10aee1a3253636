// Counts the numbers of the trust page, hourly, so that its visitors never count anything.
import { DAY_MS } from '#domain/durations';
import * as z from 'zod/mini';
import { TRUST } from '#domain/trust';
import type { OpenDatabase } from '../../db/index.ts';
import { HOURLY, jobKind } from '../../queue.ts';
import { profileFigures, refundedPayments, reportFigures } from '../figures/report-figures.ts';

export const trustCount = jobKind({
  name: 'count_trust',
  data: z.strictObject({ tenant: z.int() }),
  // At the start as well, so that a new brand has its numbers at once.
  schedule: { cron: HOURLY, atStart: true },
  run: ({ database, now }, { tenant }) => countTrust(database, tenant, now()),
});

export function countTrust(database: OpenDatabase, tenant: number, now: Date): Promise<void> {
  const period = { tenant, from: new Date(now.getTime() - TRUST.days * DAY_MS), to: now };
  return database.inTenant(tenant, async (db) => {
    const { medianMinutes, decided, received, answered } = await reportFigures(db, period);
    const numbers = {
      ...{ counted_at: now, median_minutes: medianMinutes, decided, received, answered },
      ...{ refunded: await refundedPayments(db, period), ...(await profileFigures(db, tenant)) },
    };
    await db
      .insertInto('trust_count')
      .values({ tenant, ...numbers })
      .onConflict((conflict) => conflict.column('tenant').doUpdateSet(numbers))
      .execute();
  });
}
