// Who an address belongs to: mail to unconfirmed addresses counted over all tenants, links that remember their use, budgets of attempts.

/** One statement each, since the embedded engine takes one at a time. */
export const identity: readonly string[] = [
  // Shared by all tenants on purpose: an address is protected from all brands together. Holds no address, only its keyed hash.
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
  // Joined where no more may be told about addresses: a login would tell that this one was free.
  `alter table account add column login_after_confirming boolean not null default false`,
  `create table attempt_budget (
    tenant smallint not null,
    key text not null,
    spent_until timestamptz(3) not null,
    primary key (tenant, key)
  )`,
  `create index account_unconfirmed on account (tenant, signup_at) where status = 'not_confirmed'`,
];
