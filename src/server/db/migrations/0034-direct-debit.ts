// SEPA mandates of direct debits: the IBAN encrypted, and the code that signs one.

/** One statement per entry: the embedded engine accepts one at a time. */
export const directDebit: readonly string[] = [
  `create table debit_mandate (
    tenant smallint not null,
    reference text not null check (length(reference) <= 35),
    account uuid,
    holder text not null,
    iban bytea not null,
    iban_hash bytea not null,
    last_four text not null,
    street text not null,
    postcode text not null,
    city text not null,
    country text not null,
    phone text not null,
    language text not null,
    code_hash bytea,
    code_until timestamptz(3),
    tries smallint not null default 0,
    begun_at timestamptz(3) not null,
    signed_at timestamptz(3),
    payment uuid,
    kept_until timestamptz(3) not null,
    primary key (tenant, reference),
    foreign key (tenant, account) references account (tenant, id) on delete cascade,
    check ((signed_at is null) = (payment is null))
  )`,
  `create index debit_mandate_of_account on debit_mandate (tenant, account)`,
  `create index debit_mandate_of_iban on debit_mandate (tenant, iban_hash)`,
  `create index debit_mandate_expiry on debit_mandate (tenant, kept_until)`,
];
