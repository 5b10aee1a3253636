// Where members came from, and what people complain about: the traffic source of an account, and complaints.

export const visitors: readonly string[] = [
  `alter table account add column tracking jsonb`,
  `create table complaint (
    tenant smallint not null,
    id uuid not null,
    hash bytea not null,
    account uuid,
    email text not null,
    language text not null,
    subject text not null,
    text text not null,
    at timestamptz(3) not null,
    primary key (tenant, id),
    unique (tenant, hash)
  )`,
  `create index complaint_email on complaint (tenant, email, at)`,
];
