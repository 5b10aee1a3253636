// Saved searches of members. An alert tells of who confirmed their account after `news_from` and until `news_to`.

export const savedSearches: readonly string[] = [
  `create table saved_search (
    tenant smallint not null,
    id uuid not null,
    account uuid not null,
    name text not null,
    filters jsonb not null,
    created_at timestamptz(3) not null,
    news_from timestamptz(3) not null,
    news_to timestamptz(3) not null,
    primary key (tenant, id),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index saved_search_by_account on saved_search (tenant, account, created_at, id)`,
  `alter table account add column confirmed_at timestamptz(3)`,
  `create index account_by_arrival on account (tenant, coalesce(confirmed_at, signup_at))`,
  `alter table notification drop constraint notification_type_check`,
  `alter table notification add constraint notification_type_check
    check (type in ('new_conversations', 'new_messages', 'like', 'unread_message_reminders',
      'promotions', 'weekly_updates', 'news', 'reminders', 'saved_searches'))`,
];
