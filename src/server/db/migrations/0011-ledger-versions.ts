// Adds the account's version to every ledger entry, counting from 1 without gaps.

/** Numbers existing entries in insertion order. */
const NUMBER_ENTRIES = `update ledger l set version = numbered.version
  from (select tenant, account, id, row_number() over (partition by tenant, account order by id) as version from ledger) numbered
  where l.tenant = numbered.tenant and l.account = numbered.account and l.id = numbered.id`;
const COUNT_ENTRIES = `update account a set ledger_version = entries
  from (select tenant, account, count(*) as entries from ledger group by tenant, account) l
  where a.tenant = l.tenant and a.id = l.account`;

/** One statement per entry: the embedded engine accepts one at a time. */
export const ledgerVersions: readonly string[] = [
  // In the lock order of a transfer.
  `lock table account, ledger in access exclusive mode`,
  // Row-level security also binds the owner of the tables; every migration ends by forcing it again.
  `alter table account no force row level security`,
  `alter table ledger no force row level security`,
  `alter table account add column ledger_version int not null default 0`,
  `alter table ledger add column version int`,
  NUMBER_ENTRIES,
  COUNT_ENTRIES,
  // One index for both uses: an account's entries in order, and each entry's uniqueness.
  `alter table ledger alter column version set not null, drop constraint ledger_pkey, add primary key (tenant, account, version)`,
];
