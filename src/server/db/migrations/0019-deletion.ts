// Accounts in deletion, and the pseudonym that takes an erased member's place in the books.

export const deletion: readonly string[] = [
  `alter table account no force row level security`,
  `alter table account add column deleted_at timestamptz(3)`,
  `alter table account add column deletion_reason text`,
  `alter table account add column deletion_remarks text`,
  `create index account_in_deletion on account (tenant, deleted_at) where deleted_at is not null`,
  // The application may not change the books; this is the one change that keeps their sums.
  `create function pseudonymize_books(of_tenant smallint, erased uuid, pseudonym uuid, partners uuid[]) returns void
    language sql security definer set search_path from current as $$
    update ledger set account = pseudonym where tenant = of_tenant and account = erased;
    update ledger set about = pseudonym where tenant = of_tenant and account = any(partners) and about = erased;
  $$`,
];
