// Orders, stored in table payment: ids, creation, updates and views.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Payment } from '#contract/credits';
import { ABANDON_AFTER_MS, nextCheck, returned } from '#domain/payments';
import type { Db } from '../db/index.ts';
import type { PaymentTable } from '../db/business-tables.ts';
import type { Reference } from './provider.ts';

export type PaymentRow = Selectable<PaymentTable>;

/** Fields of a new order. The price is set by the server and never changes. */
export type NewOrder = Pick<
  PaymentRow,
  'account' | 'package' | 'credits' | 'amount' | 'currency' | 'method' | 'country' | 'provider'
> & { readonly vat: number };

/** Derives an order's id from caller and idempotency key, so that a retry is the same payment. */
export function orderId(tenant: number, account: string, key: string): string {
  const hash = createHash('sha256').update(`order ${tenant} ${account} ${key}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Creates the order, or returns the existing one with this id. */
export async function createOrder(db: Db, tenant: number, id: string, order: NewOrder, now: Date): Promise<PaymentRow> {
  const defaults = { discount_code: null, provider_ref: null, redirect: null, status: 'created' } as const;
  const timestamps = { created_at: now, updated_at: now, check_at: new Date(now.getTime() + ABANDON_AFTER_MS) };
  await db
    .insertInto('payment')
    .values({ ...order, ...defaults, ...timestamps, tenant, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('payment')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** An order that never reached the provider. A reported status takes precedence. */
const isUnsent = sql<boolean>`(provider_ref is null and status in ('created', 'failed', 'expired'))`;

/** Stores the provider's reference and checkout URL. */
export async function saveReference(db: Db, order: PaymentRow, reference: Reference, now: Date): Promise<PaymentRow> {
  return db
    .updateTable('payment')
    .set({
      provider_ref: reference.ref,
      redirect: reference.redirect,
      updated_at: now,
      status: sql`case when ${isUnsent} then 'pending' else status end`,
      check_at: sql`case when ${isUnsent} then ${nextCheck(order.created_at, now)} else check_at end`,
    })
    .where('tenant', '=', order.tenant)
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks an order as failed because the provider was unreachable; a retry may send it again. */
export async function markUnreachable(db: Db, order: PaymentRow, now: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status: 'failed', updated_at: now, check_at: null })
    .where('tenant', '=', order.tenant)
    .where('id', '=', order.id)
    .where(isUnsent)
    .execute();
}

/** An order as shown to its member. */
export const paymentView = (row: PaymentRow): Payment => ({
  payment_id: row.id,
  credits: row.credits,
  package: row.package,
  payment_method: row.method,
  payment_country: row.country,
  discount_code: row.discount_code,
  price: { amount: row.amount, currency: row.currency },
  returned: { amount: returned(row), currency: row.currency },
  vat: Number(row.vat),
  status: row.status,
  created: row.created_at.toISOString(),
});
