// Asks the provider about paid payments again, so that a chargeback or refund of which no webhook told is found.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '#domain/durations';
import { nextRecheck } from '#domain/payments';
import type { Db } from '../db/index.ts';
import { HOURLY, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { unknownReport } from './expired-report.ts';
import type { PaymentRow } from './orders.ts';
import type { Provider } from './provider.ts';
import { allProviders } from './providers.ts';
import { processReport } from './process-report.ts';

/** Payments asked about at once, and in one run; the others wait for the next one. */
const AT_ONCE = 10;
const MOST = 1000;
/** Days within which a payment that has no time to be asked about is found. */
const MISSED_DAYS = 30;

export const paidRecheck = jobKind({
  name: 'recheck_paid',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY },
  run: (services, { tenant }) => recheckPaid(services, tenant),
});

/** Idempotent: a report is applied once. A payment that cannot be asked about now keeps no other from it, nor a provider another. */
export async function recheckPaid(services: Services, tenant: number, most = MOST): Promise<void> {
  const startedAt = services.now();
  const failures: unknown[] = [];
  await services.database.inTenant(tenant, (db) => scheduleMissed(db, tenant, startedAt));
  for (const provider of allProviders(services))
    failures.push(...(await recheckAt(services, provider, { tenant, startedAt, most })));
  if (failures.length > 0) throw failures[0];
}

interface Run {
  readonly tenant: number;
  readonly startedAt: Date;
  readonly most: number;
}

/** Answers why payments could not be asked about. */
async function recheckAt(services: Services, provider: Provider, { tenant, startedAt, most }: Run): Promise<unknown[]> {
  const { database } = services;
  const failures: unknown[] = [];
  for (let asked = 0; asked < most; asked += AT_ONCE) {
    const due = await database.inTenant(tenant, (db) => claimDue(db, tenant, provider.name, startedAt));
    const outcomes = await Promise.allSettled(due.map((payment) => recheck(services, provider, payment)));
    const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    failures.push(...failed);
    if (due.length < AT_ONCE || failed.length === due.length) break;
  }
  return failures;
}

/**
 * During an upgrade a process of the release before may settle a payment without a time to be asked about. In no other way does one lack
 * it so early. What is locked is found by a later run.
 */
async function scheduleMissed(db: Db, tenant: number, now: Date): Promise<void> {
  const missed = db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('paid_at', '>', new Date(now.getTime() - MISSED_DAYS * DAY_MS))
    .where('recheck_at', 'is', null)
    .where('provider_ref', 'is not', null)
    .forUpdate()
    .skipLocked();
  await db
    .updateTable('payment')
    .set({ recheck_at: now })
    .where('tenant', '=', tenant)
    .where(sql<boolean>`id = any(array(${missed}))`)
    .execute();
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

async function recheck(services: Services, provider: Provider, payment: PaymentRow): Promise<void> {
  const { database, now } = services;
  const { tenant, id, paid_at, provider_ref: ref } = payment;
  const found = ref === null ? [] : await provider.read(ref);
  for (const report of found.length > 0 ? found : [unknownReport(payment)])
    await processReport(services, tenant, provider.name, report);
  await database.inTenant(tenant, (db) =>
    db
      .updateTable('payment')
      .set({ recheck_at: paid_at && nextRecheck(paid_at, now()) })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute(),
  );
}
