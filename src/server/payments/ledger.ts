// The ledger, the only code that changes a balance: credits move between an account and a book.
import { sql, type RawBuilder } from 'kysely';
import type { EntryKind } from '#contract/credits';
import type { Db } from '../db/index.ts';
import type { LedgerTable } from '../db/tables/ledger.ts';

/**
 * One transfer. `credits` is a positive whole number; `about` is the recipient of a message, or the payment. Books:
 * `bonus` gives credits away, `sales` sells them, `spending` receives what members spend.
 */
export interface Transfer {
  readonly tenant: number;
  readonly account: string;
  readonly credits: number;
  readonly kind: EntryKind;
  readonly book: LedgerTable['book'];
  readonly about: string | null;
  readonly at: Date;
}

/** Credits an account; returns the new balance in whole credits, or null when the account does not exist. */
export const creditAccount = (db: Db, transfer: Transfer): Promise<number | null> =>
  applyChange(db, transfer, transfer.credits);

/** Debits an account; returns the new balance in whole credits, or null, changing nothing, when it is insufficient. */
export const debitAccount = (db: Db, transfer: Transfer): Promise<number | null> =>
  applyChange(db, transfer, -transfer.credits);

async function applyChange(db: Db, transfer: Transfer, change: number): Promise<number | null> {
  if (!Number.isSafeInteger(change) || change === 0) throw new Error('A transfer moves a whole number of credits.');
  const { tenant, account, kind, book, about, at } = transfer;
  const { rows } = await sql<{ balance: number }>`
    with adjusted as (${adjustBalance({ tenant: sql`${tenant}`, account: sql`${account}`, change: sql`${change}` })}),
    ledger_entry as (
      insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
      select tenant, account, version, ${book}, ${kind}, ${change}, credits, ${about}, ${at} from adjusted
      returning balance
    )
    select balance from ledger_entry`.execute(db);
  return rows[0]?.balance ?? null;
}

/**
 * SQL of a guarded balance change, for use in a larger statement. Returns the account with its new balance and version
 * (`tenant`, `account`, `credits`, `version`) and all columns of `from`, a relation that `account` may refer to. No
 * row: the balance is insufficient, or `only` is false. The caller inserts the ledger entry in the same statement.
 */
export const adjustBalance = (parts: {
  readonly tenant: RawBuilder<unknown>;
  readonly account: RawBuilder<unknown>;
  readonly change: RawBuilder<unknown>;
  readonly only?: RawBuilder<unknown>;
  readonly from?: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`
  update account set credits = account.credits + ${parts.change}::int, ledger_version = account.ledger_version + 1
  ${parts.from ? sql`from ${parts.from}` : sql``}
  where account.tenant = ${parts.tenant}::smallint and account.id = ${parts.account}::uuid
    and account.credits + ${parts.change}::int >= 0 and ${parts.only ?? sql`true`}
  returning account.tenant, account.id as account, account.credits, account.ledger_version as version${parts.from ? sql`, ${parts.from}.*` : sql``}`;
