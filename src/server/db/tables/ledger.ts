// The bookings of credits, to which entries are only added.
import type { GeneratedAlways } from 'kysely';
import type { EntryKind } from '#contract/credits';
import { booked, BOOKS, kept, plain } from '../personal.ts';
import { BOOKKEEPING } from '../retention.ts';
import { table } from '../table.ts';

/**
 * One transfer between an account and a book. The account gains `credits` (signed), the book loses them. `balance` is
 * the account's new balance; `version` counts its entries from 1 without gaps. Append-only.
 */
export interface LedgerTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  version: number;
  book: 'bonus' | 'sales' | 'spending';
  kind: EntryKind;
  credits: number;
  balance: number;
  /** Reference of the entry: the recipient of the message, or the payment. */
  about: string | null;
  at: Date;
}

export const ledger = table<LedgerTable>()({
  retention: BOOKKEEPING,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'id'),
    ...kept(BOOKS, true, 'version', 'book', 'kind', 'credits', 'balance', 'at'),
    ...booked('account', 'about'),
  },
});
