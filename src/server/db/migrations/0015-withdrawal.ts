// When a payment was confirmed, from which the withdrawal period runs, and a withdrawal from it; the key of search cursors.

export const withdrawal: readonly string[] = [
  // The owner of the tables is bound by row-level security as well; every migration ends with binding it again.
  `alter table payment no force row level security`,
  `alter table ledger no force row level security`,
  // Money that was reversed can go back again: the totals may pass the price.
  // The names of these checks are the database's own.
  `do $$ declare found text; begin
    for found in select conname from pg_constraint where conrelid = 'payment'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) ~ '\\m(refunded|charged_back|reversed)\\M.* <= amount'
    loop execute format('alter table payment drop constraint %I', found); end loop;
  end $$`,
  `alter table payment add constraint payment_moved_check check (least(refunded, charged_back, reversed) >= 0)`,
  `alter table payment add column paid_at timestamptz`,
  `alter table payment add column withdrawn_at timestamptz`,
  `alter table payment add column withdrawn_credits int check (withdrawn_credits between 1 and credits)`,
  `alter table payment add column withdrawn_amount int check (withdrawn_amount between 0 and amount)`,
  `alter table payment add column withdrawn_after_refunded int`,
  `alter table payment add column withdrawn_after_failed int`,
  `alter table payment add column refund_attempt int not null default 0`,
  `alter table payment add column refund_amount int`,
  `alter table payment add column refund_after_refunded int`,
  `alter table payment add constraint payment_withdrawn_whole check (num_nulls(withdrawn_at, withdrawn_credits,
    withdrawn_amount, withdrawn_after_refunded, withdrawn_after_failed) in (0, 5))`,
  `create index payment_withdrawn on payment (tenant, withdrawn_at) where withdrawn_at is not null`,
  `insert into server_secret (name, secret)
    values ('search_cursor', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
  `update payment set paid_at = l.at from ledger l
    where l.tenant = payment.tenant and l.about = payment.id and l.kind = 'purchase'`,
];
