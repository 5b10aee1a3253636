// The invoices of paid orders, to which rows are only added.
import type { JSONColumnType } from 'kysely';
import type { CompanyInfo } from '#contract/site';
import { plain } from '../personal.ts';
import { BOOKKEEPING } from '../retention.ts';
import { table } from '../table.ts';

/** What an invoice says of its seller, as it was when the invoice was issued. */
export type Seller = Pick<CompanyInfo, 'name' | 'address' | 'city' | 'country' | 'kvk' | 'vat_numbers'>;

/** An invoice. `number` counts those of the brand from 1 without gaps; price, VAT and country are those of the payment, which never change. */
export interface InvoiceTable {
  tenant: number;
  number: number;
  payment: string;
  issued_at: Date;
  seller: JSONColumnType<Seller>;
}

export const invoice = table<InvoiceTable>()({
  retention: BOOKKEEPING,
  owners: [],
  columns: plain('tenant', 'number', 'payment', 'issued_at', 'seller'),
});
