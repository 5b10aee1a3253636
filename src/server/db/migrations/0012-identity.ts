// Ownership of addresses: a mail quota over all tenants, reusable activation links, attempt budgets.

/** One statement per entry: the embedded engine accepts one at a time. */
export const identity: readonly string[] = [
  // Shared by all tenants on purpose: the quota protects an address from all brands together. It stores keyed hashes,
  // no addresses.
  `create table unverified_mail (
    address bytea not null,
    day date not null,
    count int not null check (count > 0),
    primary key (address, day)
  )`,
  `create table server_secret (
    name text primary key,
    secret bytea not null check (length(secret) >= 32)
  )`,
  `insert into server_secret (name, secret)
    values ('unverified_mail', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
  `grant select, insert, update, delete on unverified_mail to matchloom_app`,
  `grant select on server_secret to matchloom_app`,
  `alter table mail_token add column used_at timestamptz(3)`,
  // Set when the disclosure limit is reached: a login would reveal that the address was free.
  `alter table account add column login_after_confirming boolean not null default false`,
  `create table attempt_budget (
    tenant smallint not null,
    key text not null,
    spent_until timestamptz(3) not null,
    primary key (tenant, key)
  )`,
  `create index account_unconfirmed on account (tenant, signup_at) where status = 'not_confirmed'`,
];
