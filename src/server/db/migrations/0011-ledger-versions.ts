// Every entry of the ledger carries its account's version, which counts from 1 without gaps.

/** Entries so far are numbered in the order in which they were written. */
const NUMBER_ENTRIES = `update ledger l set version = numbered.version
  from (select tenant, account, id, row_number() over (partition by tenant, account order by id) as version from ledger) numbered
  where l.tenant = numbered.tenant and l.account = numbered.account and l.id = numbered.id`;
const COUNT_ENTRIES = `update account a set ledger_version = entries
  from (select tenant, account, count(*) as entries from ledger group by tenant, account) l
  where a.tenant = l.tenant and a.id = l.account`;

/** One statement each, since the embedded engine takes one at a time. */
export const ledgerVersions: readonly string[] = [
  // In the order in which a transfer takes them.
  `lock table account, ledger in access exclusive mode`,
  // The owner of the tables is bound by row-level security as well; every migration ends with binding it again.
  `alter table account no force row level security`,
  `alter table ledger no force row level security`,
  `alter table account add column ledger_version int not null default 0`,
  `alter table ledger add column version int`,
  NUMBER_ENTRIES,
  COUNT_ENTRIES,
  // Still one index for both: a member's entries in their order, and every entry once.
  `alter table ledger alter column version set not null, drop constraint ledger_pkey, add primary key (tenant, account, version)`,
];
