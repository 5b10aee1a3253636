// Corrects the invoice of a payment by what went back since: each correction with the next number of its brand.
import type { Selectable } from 'kysely';
import { returned } from '#domain/payments';
import type { Db } from '../../db/index.ts';
import type { InvoiceCorrectionTable } from '../../db/tables/invoice-correction.ts';
import { findOrder } from '../orders.ts';
import { issueInvoice, type Issuer, nextNumber, sellerOf } from './issue-invoice.ts';

export type CorrectionRow = Selectable<InvoiceCorrectionTable>;

/** Null when invoice and corrections add up to what was paid and went back. */
export async function correctInvoice(db: Db, issuer: Issuer, payment: string): Promise<CorrectionRow | null> {
  const { tenant, company, now } = issuer;
  // Others that correct the same invoice wait here.
  const order = await findOrder(db, tenant, payment);
  if (!order || !(await issueInvoice(db, issuer, payment))) return null;
  const before = (await correctionsOf(db, tenant, payment)).reduce((sum, { amount }) => sum + amount, 0);
  const amount = returned(order) - before;
  if (amount === 0) return null;
  return db
    .insertInto('invoice_correction')
    .values({
      ...{ tenant, payment, amount, returned_before: before, issued_at: now },
      number: await nextNumber(db, tenant, 'invoice_correction'),
      seller: JSON.stringify(sellerOf(company)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In their order. */
export const correctionsOf = (db: Db, tenant: number, payment: string): Promise<CorrectionRow[]> =>
  db
    .selectFrom('invoice_correction')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('payment', '=', payment)
    .orderBy('number')
    .execute();

export const correctionAt = (db: Db, tenant: number, number: number): Promise<CorrectionRow | undefined> =>
  db
    .selectFrom('invoice_correction')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .executeTakeFirst();
