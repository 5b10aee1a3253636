// Issues the invoice of a paid order: once, with the next number of its brand, so that no number is left out.
import { type Selectable, sql } from 'kysely';
import type { CompanyInfo } from '#contract/site';
import type { Db } from '../../db/index.ts';
import type { InvoiceTable, Seller } from '../../db/tables/invoice.ts';
import { findOrder } from '../orders.ts';

export type InvoiceRow = Selectable<InvoiceTable>;

export interface Issuer {
  readonly tenant: number;
  readonly company: CompanyInfo;
  readonly now: Date;
}

/** The invoice of a payment, issued now if there is none yet; null when the payment was never paid. */
export async function issueInvoice(db: Db, issuer: Issuer, payment: string): Promise<InvoiceRow | null> {
  const { tenant } = issuer;
  const known = await invoiceOf(db, tenant, payment);
  if (known) return known;
  // Payments are locked first, as everywhere.
  const order = await findOrder(db, tenant, payment);
  if (!order?.paid_at) return null;
  return (await invoiceOf(db, tenant, payment)) ?? insertInvoice(db, issuer, payment);
}

export const invoiceOf = (db: Db, tenant: number, payment: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoice').selectAll().where('tenant', '=', tenant).where('payment', '=', payment).executeTakeFirst();

async function insertInvoice(db: Db, { tenant, company, now }: Issuer, payment: string): Promise<InvoiceRow> {
  const number = await nextNumber(db, tenant, 'invoice');
  return db
    .insertInto('invoice')
    .values({ tenant, number, payment, issued_at: now, seller: JSON.stringify(sellerOf(company)) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Waits for the transaction that takes the number before: if that one is rolled back, its number is taken here. */
export async function nextNumber(db: Db, tenant: number, series: 'invoice' | 'invoice_correction'): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${series} ${tenant}`}::text, 6))`.execute(db);
  const { last } = await db
    .selectFrom(series)
    .select(({ fn }) => fn.max('number').as('last'))
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export const sellerOf = ({ name, address, city, country, kvk, vat_numbers }: CompanyInfo): Seller => ({
  ...{ name, address, city, country, kvk, vat_numbers },
});
