// Finds and reports entries of the ledger that are missing or were edited.
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { Services } from '../services.ts';

/** An entry that does not continue the one before it: its version should be `after` + 1, its balance `expected`. */
export interface LedgerGap {
  readonly account: string;
  readonly version: number;
  readonly after: number;
  readonly balance: number;
  readonly expected: number;
}

/** Accounts from one id to another, both included. */
interface AccountRange {
  readonly from: string;
  readonly to: string;
}

const rangeBetween = (first: number, last: number): AccountRange => {
  const id = (start: number, rest: string): string =>
    [start.toString(16).padStart(4, '0') + rest.repeat(4), ...[4, 4, 4, 12].map((n) => rest.repeat(n))].join('-');
  return { from: id(first, '0'), to: id(last, 'f') };
};
const STARTS = 0x1_0000;
const ALL = rangeBetween(0, STARTS - 1);

/** Splits all accounts into ranges of equal size. */
export const accountRanges = (parts: number): readonly AccountRange[] => {
  const start = (part: number): number => Math.floor((part * STARTS) / parts);
  return Array.from({ length: parts }, (_, part) => rangeBetween(start(part), start(part + 1) - 1));
};

/**
 * Follows the entries of a tenant's accounts in one query, which reads each of them once. The account itself comes behind its last entry as
 * one of 0 credits, so that a missing last entry and an edited balance are found as well.
 */
export async function findLedgerGaps(
  db: Db,
  tenant: number,
  { from, to }: AccountRange = ALL,
): Promise<readonly LedgerGap[]> {
  const { rows } = await sql<LedgerGap>`
    select account, version, after, balance, expected from (
      select account, version, balance, lag(version, 1, 0) over entries as after, lag(balance, 1, 0) over entries + credits as expected
      from (
        select account, version, credits::int, balance::int from ledger
        where tenant = ${tenant}::smallint and account >= ${from}::uuid and account <= ${to}::uuid
        union all
        select id, ledger_version + 1, 0, credits::int from account
        where tenant = ${tenant}::smallint and id >= ${from}::uuid and id <= ${to}::uuid
      ) entry
      window entries as (partition by account order by version)
    ) entry where version <> after + 1 or balance <> expected
    order by account, version`.execute(db);
  return rows;
}

/** A million entries take about a second, and a statement may take ten. */
const ENTRIES_AT_ONCE = 500_000;
/** Accounts that the log names. */
const NAMED_ACCOUNTS = 5;

/**
 * Logs an error when a tenant's ledger has gaps: how many, and in whose accounts first. It runs daily: in ranges, each in a statement of its
 * own, a hundred million entries take about two minutes.
 */
export async function checkLedger(
  { database, log, metrics, now }: Pick<Services, 'database' | 'log' | 'metrics' | 'now'>,
  tenant: number,
  entriesAtOnce = ENTRIES_AT_ONCE,
): Promise<void> {
  const entries = await database.inTenant(tenant, estimateEntries);
  const parts = Math.min(STARTS, Math.max(1, Math.ceil(entries / entriesAtOnce)));
  let gaps = 0;
  const accounts = new Set<string>();
  for (const range of accountRanges(parts)) {
    const found = await database.inTenant(tenant, (db) => findLedgerGaps(db, tenant, range));
    gaps += found.length;
    for (const { account } of found) if (accounts.size < NAMED_ACCOUNTS) accounts.add(account);
  }
  metrics.ledgerChecked({ tenant, at: now(), gaps });
  if (gaps > 0) log.error({ tenant, gaps, accounts: [...accounts] }, 'ledger entries are missing or were edited');
}

/** Of all tenants together, as the planner knows it. */
async function estimateEntries(db: Db): Promise<number> {
  const { rows } = await sql<{
    entries: number;
  }>`select reltuples::float8 as entries from pg_class where oid = 'ledger'::regclass`.execute(db);
  return rows[0]?.entries ?? 0;
}
