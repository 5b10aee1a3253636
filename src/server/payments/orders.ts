// Orders, stored in table payment: ids, creation, updates and views.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Payment } from '#contract/credits';
import { DEBIT_METHOD } from '#domain/payment-methods';
import { ABANDON_AFTER_MS, nextCheck, retryCheck, returned } from '#domain/payments';
import { isRefundFailed, withdrawalEnds, type Withdrawn } from '#domain/withdrawal';
import type { Db } from '../db/index.ts';
import type { PaymentTable } from '../db/tables/payment.ts';
import type { Reference } from './provider.ts';

export type PaymentRow = Selectable<PaymentTable>;

/** Fields of a new order. The price is set by the server and never changes. */
export type NewOrder = Pick<
  PaymentRow,
  'account' | 'package' | 'credits' | 'amount' | 'currency' | 'method' | 'country' | 'provider' | 'discount_code'
> & { readonly vat: number } & Partial<Pick<PaymentRow, 'keeps_card' | 'card_brand' | 'card_last_four'>>;

/** Derives an order's id from caller and idempotency key, so that a retry is the same payment. */
export function orderId(tenant: number, account: string, key: string): string {
  const hash = createHash('sha256').update(`order ${tenant} ${account} ${key}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The order with this id, locked; null when there is none. */
export async function findOrder(db: Db, tenant: number, id: string): Promise<PaymentRow | null> {
  const order = db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('id', '=', id);
  return (await order.forUpdate().executeTakeFirst()) ?? null;
}

/** Creates the order, or returns the existing one with this id. */
export async function createOrder(db: Db, tenant: number, id: string, order: NewOrder, now: Date): Promise<PaymentRow> {
  const defaults = { provider_ref: null, redirect: null };
  await db
    .insertInto('payment')
    .values({ ...order, ...defaults, ...begun(order, now), created_at: now, tenant, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('payment')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type Charging = Partial<Pick<PaymentRow, 'card_last_four' | 'method'>>;

/**
 * Whether an order charges a kept card or a bank account: its payer has nothing left to do, so a lost answer leaves open
 * whether they were charged.
 */
export const chargesAtOnce = ({ card_last_four: digits = null, method }: Charging): boolean =>
  digits !== null || method === DEBIT_METHOD;

/** An order that is about to be sent. One that charges at once is on its way from then on, and is soon looked up. */
const begun = (order: Charging, now: Date) => ({
  status: chargesAtOnce(order) ? ('pending' as const) : ('created' as const),
  ...{ updated_at: now, check_at: chargesAtOnce(order) ? retryCheck(now) : new Date(now.getTime() + ABANDON_AFTER_MS) },
});

/** An order that the provider has said nothing about. A reported status takes precedence. */
const isUnsent = sql<boolean>`(provider_ref is null and status in ('created', 'pending', 'failed', 'expired'))`;

/** Opens an order again that is about to be sent once more; one that was sent stays as it is. */
export async function reopenUnsent(db: Db, order: PaymentRow, now: Date): Promise<PaymentRow> {
  if (order.provider_ref !== null) return order;
  const reopened = await db
    .updateTable('payment')
    .set(begun(order, now))
    .where('tenant', '=', order.tenant)
    .where('id', '=', order.id)
    .where(isUnsent)
    .returningAll()
    .executeTakeFirst();
  return reopened ?? order;
}

/** Stores the provider's reference and checkout URL. */
export async function saveReference(db: Db, order: PaymentRow, reference: Reference, now: Date): Promise<PaymentRow> {
  return db
    .updateTable('payment')
    .set({
      provider_ref: reference.ref,
      redirect: reference.redirect,
      updated_at: now,
      status: sql`case when ${isUnsent} then ${begun(order, now).status} else status end`,
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

/** The withdrawal of a payment; null without one. */
export const withdrawnOf = (row: PaymentRow): Withdrawn | null =>
  row.withdrawn_at === null
    ? null
    : {
        credits: row.withdrawn_credits ?? 0,
        amount: row.withdrawn_amount ?? 0,
        refundedBefore: row.withdrawn_after_refunded ?? 0,
        failedBefore: row.withdrawn_after_failed ?? 0,
      };

/** The withdrawal of a payment, unless its refund failed. */
export function validWithdrawal(row: PaymentRow): Withdrawn | null {
  const withdrawn = withdrawnOf(row);
  return withdrawn && !isRefundFailed(withdrawn, row) ? withdrawn : null;
}

/** Until when a member can withdraw from a payment; null when that is not or no longer possible. */
export function withdrawUntil(row: PaymentRow, days: number, now: Date): Date | null {
  const isPaid = row.status === 'paid' || row.status === 'partly_refunded';
  // Without a reference, as in demo data, the provider could refund nothing.
  if (!isPaid || row.paid_at === null || row.provider_ref === null || validWithdrawal(row)) return null;
  const end = withdrawalEnds(row.paid_at, days);
  return now < end ? end : null;
}

const cardOf = ({ card_brand: brand, card_last_four: last_four }: PaymentRow): Payment['card'] =>
  brand !== null && last_four !== null ? { brand, last_four } : null;

function shownWithdrawal(row: PaymentRow): Payment['withdrawn'] {
  const withdrawn = validWithdrawal(row);
  if (!withdrawn || !row.withdrawn_at) return null;
  const { credits, amount } = withdrawn;
  return { at: row.withdrawn_at.toISOString(), credits, refund: { amount, currency: row.currency } };
}

/** With what its own table does not say; left out of one that was never paid. */
type ShownPayment = PaymentRow & { readonly is_corrected?: boolean };

/** An order as shown to its member; `days` is the withdrawal period. */
export const paymentView = (row: ShownPayment, days: number, now: Date): Payment => ({
  payment_id: row.id,
  credits: row.credits,
  package: row.package,
  payment_method: row.method,
  payment_country: row.country,
  discount_code: row.discount_code,
  price: { amount: row.amount, currency: row.currency },
  returned: { amount: returned(row), currency: row.currency },
  // The first of them may be about to be made.
  corrected: row.is_corrected === true || returned(row) > 0,
  vat: Number(row.vat),
  card: cardOf(row),
  status: row.status,
  created: row.created_at.toISOString(),
  withdraw_until: withdrawUntil(row, days, now)?.toISOString() ?? null,
  withdrawn: shownWithdrawal(row),
  checkout: row.status === 'created' ? row.redirect : null,
});
