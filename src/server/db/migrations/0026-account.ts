// A member's data export: when it was asked for, and the file until it expires.

/** One statement per entry: the embedded engine accepts one at a time. */
export const account: readonly string[] = [
  `create table data_export (
    tenant smallint not null,
    account uuid not null,
    requested_at timestamptz(3) not null,
    made_at timestamptz(3),
    expires_at timestamptz(3) not null,
    file bytea,
    primary key (tenant, account),
    foreign key (tenant, account) references account (tenant, id) on delete cascade,
    check ((made_at is null) = (file is null))
  )`,
  // Pictures are compressed already.
  `alter table data_export alter column file set storage external`,
];
