// The corrections of invoices, to which rows are only added.
import type { JSONColumnType } from 'kysely';
import { plain } from '../personal.ts';
import { BOOKKEEPING } from '../retention.ts';
import { table } from '../table.ts';
import type { Seller } from './invoice.ts';

/**
 * What went back of an invoiced payment, in minor units of its currency, after `returned_before` had; below 0 when it came back to the
 * seller. `number` counts those of the brand from 1 without gaps.
 */
export interface InvoiceCorrectionTable {
  tenant: number;
  number: number;
  payment: string;
  returned_before: number;
  amount: number;
  issued_at: Date;
  seller: JSONColumnType<Seller>;
}

export const invoiceCorrection = table<InvoiceCorrectionTable>()({
  retention: BOOKKEEPING,
  owners: [],
  columns: plain('tenant', 'number', 'payment', 'returned_before', 'amount', 'issued_at', 'seller'),
});
