// Asks the provider about paid payments again, so that a chargeback or refund of which no webhook told is found.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { nextRecheck } from '#domain/payments';
import type { Db } from '../db/index.ts';
import { HOURLY, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import type { PaymentRow } from './orders.ts';
import { processReport } from './process-report.ts';

/** Payments asked about at once, and in one run; the others wait for the next one. */
const AT_ONCE = 10;
const MOST = 1000;

export const paidRecheck = jobKind({
  name: 'recheck_paid',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY },
  run: (services, { tenant }) => recheckPaid(services, tenant),
});

/** Idempotent: a report is applied once. A payment that cannot be asked about now keeps no other from it. */
export async function recheckPaid(services: Services, tenant: number, most = MOST): Promise<void> {
  const { database, provider, now } = services;
  const startedAt = now();
  const failures: unknown[] = [];
  for (let asked = 0; asked < most; asked += AT_ONCE) {
    const due = await database.inTenant(tenant, (db) => claimDue(db, tenant, provider.name, startedAt));
    const outcomes = await Promise.allSettled(due.map((payment) => recheck(services, payment)));
    const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    failures.push(...failed);
    if (due.length < AT_ONCE || failed.length === due.length) break;
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Postpones claimed payments, so that no other process asks about them as well. One that fails, or whose process ends, is asked about
 * again, the older the later: one that never gets an answer costs little.
 */
async function claimDue(db: Db, tenant: number, provider: string, now: Date): Promise<PaymentRow[]> {
  const due = db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('provider', '=', provider)
    .where('recheck_at', '<=', now)
    .orderBy('recheck_at')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked();
  return (
    db
      .updateTable('payment')
      .set({
        recheck_at: sql`${now}::timestamptz + greatest(interval '50 minutes', (${now}::timestamptz - paid_at) / 30)`,
      })
      .where('tenant', '=', tenant)
      // As an array: a join could be planned as a scan of all payments.
      .where(sql<boolean>`id = any(array(${due}))`)
      .returningAll()
      .execute()
  );
}

async function recheck(services: Services, { tenant, id, paid_at, provider_ref: ref }: PaymentRow): Promise<void> {
  const { database, provider, log, now } = services;
  const reports = ref === null ? [] : await provider.read(ref);
  if (reports.length === 0)
    log.error(
      { tenant, provider: provider.name, payment: id, problem: 'the provider does not know a paid payment' },
      'payment needs attention',
    );
  for (const report of reports) await processReport(services, tenant, provider.name, report);
  await database.inTenant(tenant, (db) =>
    db
      .updateTable('payment')
      .set({ recheck_at: paid_at && nextRecheck(paid_at, now()) })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute(),
  );
}
