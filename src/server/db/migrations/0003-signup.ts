// Time of the last activation mail, and which callers tested which addresses.

/** One statement per entry: the embedded engine accepts one at a time. */
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
