// Decisions about reports and members, suspensions with an end, and appeals.

/** One statement per entry: the embedded engine accepts one at a time. */
export const decisions: readonly string[] = [
  // A suspended account without an end is closed for good.
  `alter table account add column suspended_until timestamptz(3), add column suspended_for text`,
  `create index account_suspended on account (tenant, suspended_until) where suspended_until is not null`,
  `alter table moderation drop constraint moderation_action_check`,
  `alter table moderation add constraint moderation_action_check check (action in (
    'approve_photo', 'reject_photo', 'no_action', 'warn', 'suspend', 'ban', 'restore'
  ))`,
  `alter table moderation add column report uuid, add column until timestamptz(3), add column facts text`,
  `create table appeal (
    tenant smallint not null,
    id uuid not null,
    decision uuid not null,
    account uuid not null,
    side text not null check (side in ('reporter', 'member')),
    text text not null,
    at timestamptz(3) not null,
    outcome text check (outcome in ('granted', 'refused')),
    operator text,
    answer text,
    decided_at timestamptz(3),
    primary key (tenant, id),
    unique (tenant, decision, side),
    foreign key (tenant, decision) references moderation (tenant, id) on delete cascade,
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index appeal_open on appeal (tenant, at) where outcome is null`,
  `create index appeal_of_account on appeal (tenant, account)`,
  `insert into server_secret (name, secret)
    values ('appeal', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
