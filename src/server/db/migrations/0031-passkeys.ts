// Passkeys, and the challenges they sign.

export const passkeys: readonly string[] = [
  `create table passkey (
    tenant smallint not null,
    id text not null,
    account uuid not null,
    name text not null,
    public_key bytea not null,
    counter bigint not null,
    created_at timestamptz(3) not null,
    used_at timestamptz(3),
    primary key (tenant, id),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index passkey_of_account on passkey (tenant, account)`,
  `create table passkey_challenge (
    tenant smallint not null,
    hash bytea not null,
    account uuid,
    expires_at timestamptz(3) not null,
    primary key (tenant, hash),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index passkey_challenge_of_account on passkey_challenge (tenant, account)`,
  `create index passkey_challenge_expiry on passkey_challenge (tenant, expires_at)`,
];
