// What joining needs besides accounts: when its mail was asked for, and who was told which addresses have an account.

/** One statement each, since the embedded engine takes one at a time. */
export const signup: readonly string[] = [
  `alter table account add column activation_asked_at timestamptz(3)`,
  `create table disclosure (
    tenant smallint not null,
    caller text not null,
    address bytea not null,
    at timestamptz(3) not null,
    primary key (tenant, caller, address)
  )`,
  `create index disclosure_age on disclosure (tenant, at)`,
];
