// Finds missing or edited ledger entries.
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/**
 * An entry that does not continue the previous one. Its version should be `after` + 1, its balance `expected` (whole
 * credits).
 */
export interface LedgerGap {
  readonly account: string;
  readonly version: number;
  readonly after: number;
  readonly balance: number;
  readonly expected: number;
}

/**
 * Checks all entries of a tenant's accounts in one query. The account itself counts as a final entry of 0 credits,
 * which detects a missing last entry and an edited balance. Reads the whole ledger.
 */
export async function findLedgerGaps(db: Db, tenant: number): Promise<readonly LedgerGap[]> {
  const { rows } = await sql<LedgerGap>`
    select account, version, after, balance, expected from (
      select account, version, balance, lag(version, 1, 0) over entries as after, lag(balance, 1, 0) over entries + credits as expected
      from (
        select account, version, credits::int, balance::int from ledger where tenant = ${tenant}::smallint
        union all
        select id, ledger_version + 1, 0, credits::int from account where tenant = ${tenant}::smallint
      ) entry
      window entries as (partition by account order by version)
    ) entry where version <> after + 1 or balance <> expected
    order by account, version`.execute(db);
  return rows;
}
