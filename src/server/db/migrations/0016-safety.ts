// When a member was blocked, and reports of members, photos and messages.

export const safety: readonly string[] = [
  `alter table block no force row level security`,
  `alter table block add column at timestamptz(3) not null default now()`,
  `create table report (
    tenant smallint not null,
    id uuid not null,
    hash bytea not null,
    reporter uuid,
    reported uuid,
    name text not null,
    about text not null,
    category text not null,
    text text not null,
    evidence jsonb not null,
    status text not null default 'received',
    decision text,
    decided_at timestamptz(3),
    at timestamptz(3) not null,
    primary key (tenant, id),
    unique (tenant, hash),
    foreign key (tenant, reporter) references account (tenant, id) on delete set null (reporter),
    foreign key (tenant, reported) references account (tenant, id) on delete set null (reported)
  )`,
  `create index report_by_reporter on report (tenant, reporter, at)`,
  `create index report_of_reported on report (tenant, reported, at)`,
  `create index report_open on report (tenant, at) where status = 'received'`,
];
