// Handlers of contract/trust: the latest count, without numbers of too few.
import type { trust } from '#contract/trust';
import { hoursOf, percentOf, unlessFew } from '#domain/trust';
import type { Handlers } from '../../context.ts';

const NONE = {
  ...{ decision_hours: null, answered_percent: null, refunded_payments: null, fictional_percent: null },
  counted_at: null,
};

export function trustHandlers(): Handlers<typeof trust> {
  return {
    show: async ({ db, tenant }) => {
      const row = await db.selectFrom('trust_count').selectAll().where('tenant', '=', tenant).executeTakeFirst();
      if (!row) return NONE;
      return {
        decision_hours: unlessFew(row.decided, () => hoursOf(row.median_minutes ?? 0)),
        answered_percent: unlessFew(row.received, () => percentOf(row.answered, row.received)),
        refunded_payments: unlessFew(row.refunded, () => row.refunded),
        fictional_percent: unlessFew(row.profiles, () => percentOf(row.fictional, row.profiles)),
        counted_at: row.counted_at.toISOString(),
      };
    },
  };
}
