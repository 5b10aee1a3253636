// Answers in the swipe game (who was liked or passed, and until when a like counts against the likes of a day), and kept answers of the
// match finder.

export const discovery: readonly string[] = [
  `create table swipe (
    tenant smallint not null,
    account uuid not null,
    profile uuid not null,
    liked boolean not null,
    at timestamptz(3) not null,
    counts_until timestamptz(3),
    primary key (tenant, account, profile),
    check (account <> profile),
    check (liked or counts_until is null),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index swipe_counted on swipe (tenant, account, counts_until) where counts_until is not null`,
  // For the daily job that deletes them.
  `create index swipe_by_time on swipe (tenant, at)`,
  `create table finder_answers (
    tenant smallint not null,
    account uuid not null,
    answers jsonb not null,
    consented_at timestamptz(3) not null,
    primary key (tenant, account),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
];
