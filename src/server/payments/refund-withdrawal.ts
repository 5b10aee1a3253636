// Has the provider refund a withdrawal, and applies what it reports about the payment before and after.
import { DAY_MS } from '#domain/durations';
import * as z from 'zod/mini';
import { DISPUTE_DAYS } from '#domain/payments';
import { refundDue } from '#domain/withdrawal';
import type { Db } from '../db/index.ts';
import { DAILY, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { withdrawnOf } from './orders.ts';
import { type Provider, ProviderUnavailable, type RefundOrder, RefundRefused } from './provider.ts';
import { providerOf } from './providers.ts';
import { processReport } from './process-report.ts';

/** About eight days, within the 14 of the law. What is due after that is added again every day. */
const RETRIES = { times: 200, delay: 10, longest: 3600 } as const;

export const withdrawalRefund = jobKind({
  name: 'withdrawal_refund',
  data: z.strictObject({ tenant: z.int(), payment: z.uuid() }),
  retries: RETRIES,
  run: refundWithdrawal,
});

/** Adds the refunds that are still due a day after the withdrawal, or due again after a won dispute. */
export const dueRefunds = jobKind({
  name: 'due_refunds',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: DAILY },
  run: addDueRefunds,
});

/** Idempotent: the provider refunds a key once, and a report is applied once. */
async function refundWithdrawal(
  services: Services,
  { tenant, payment }: { tenant: number; payment: string },
): Promise<void> {
  const { database } = services;
  const row = await database.inTenant(tenant, (db) => paymentOf(db, tenant, payment));
  const ref = row?.provider_ref;
  if (!ref) return;
  const provider = providerOf(services, row.provider);
  // Money may have gone back meanwhile that no webhook has told of, such as by a chargeback.
  await applyReports(services, provider, tenant, ref);
  const reserved = await database.inTenant(tenant, (db) => reserveRefund(db, tenant, payment));
  if (!reserved) return;
  try {
    await provider.refund(reserved.order);
  } catch (error) {
    if (error instanceof RefundRefused)
      await database.inTenant(tenant, (db) => releaseRefund(db, tenant, payment, reserved.attempt));
    throw error;
  }
  // The webhook may be lost.
  await applyReports(services, provider, tenant, ref);
}

const paymentOf = (db: Db, tenant: number, id: string) =>
  db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('id', '=', id).executeTakeFirst();

async function applyReports(services: Services, provider: Provider, tenant: number, ref: string): Promise<void> {
  const reports = await provider.read(ref);
  if (reports.length === 0) throw new ProviderUnavailable('The provider does not know a payment to refund.');
  for (const report of reports) await processReport(services, tenant, provider.name, report);
}

interface Reserved {
  readonly attempt: number;
  readonly order: RefundOrder;
}

/**
 * Stores what to ask the provider for before it is asked: a retry asks for the same under the same key. A refund that
 * was reported makes room for the next one. Returns null when nothing is due.
 */
async function reserveRefund(db: Db, tenant: number, id: string): Promise<Reserved | null> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const withdrawn = row ? withdrawnOf(row) : null;
  if (!row?.provider_ref || !withdrawn) return null;
  const due = refundDue(withdrawn, row);
  if (due === 0) return null;
  const isOpen = row.refund_amount !== null && row.refunded - (row.refund_after_refunded ?? 0) < row.refund_amount;
  const amount = isOpen ? (row.refund_amount ?? due) : due;
  const attempt = row.refund_amount === null || isOpen ? row.refund_attempt : row.refund_attempt + 1;
  if (!isOpen)
    await db
      .updateTable('payment')
      .set({ refund_attempt: attempt, refund_amount: amount, refund_after_refunded: row.refunded })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute();
  const { provider_ref: ref, currency } = row;
  return { attempt, order: { ref, key: `withdrawal-${id}-${attempt}`, amount, currency } };
}

/** After a refusal, the next attempt has another key and an amount that is computed anew. */
async function releaseRefund(db: Db, tenant: number, id: string, attempt: number): Promise<void> {
  await db
    .updateTable('payment')
    .set({ refund_attempt: attempt + 1, refund_amount: null, refund_after_refunded: null })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('refund_attempt', '=', attempt)
    .execute();
}

const LOOK_BACK_MS = DISPUTE_DAYS * DAY_MS;

async function addDueRefunds({ database, queue, now }: Services, { tenant }: { tenant: number }): Promise<void> {
  const at = now().getTime();
  await database.inTenant(tenant, async (db) => {
    const rows = await db
      .selectFrom('payment')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('withdrawn_at', '>', new Date(at - LOOK_BACK_MS))
      .where('withdrawn_at', '<', new Date(at - DAY_MS))
      .execute();
    for (const row of rows) {
      const withdrawn = withdrawnOf(row);
      if (withdrawn && refundDue(withdrawn, row) > 0)
        await queue.add(db, withdrawalRefund, { tenant, payment: row.id });
    }
  });
}
