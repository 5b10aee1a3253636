// Traffic source of an account, complaints, and members who opted in to visitors' previews.

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
  `alter table profile add column show_to_visitors boolean not null default false`,
  `create index profile_shown on profile (tenant, id) where visible and status = 'active' and (fictional or show_to_visitors)`,
];
