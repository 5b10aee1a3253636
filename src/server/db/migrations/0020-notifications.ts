// Notification mails: what each member wants and was sent, mails by the operator, and how far news has been looked at.

/** One statement per entry: the embedded engine accepts one at a time. */
export const notifications: readonly string[] = [
  `create table notification (
    tenant smallint not null,
    account uuid not null,
    type text not null check (type in ('new_conversations', 'new_messages', 'like', 'unread_message_reminders',
      'promotions', 'weekly_updates', 'news', 'reminders')),
    wanted boolean,
    chosen_at timestamptz(3),
    sent_at timestamptz(3),
    primary key (tenant, account, type),
    foreign key (tenant, account) references account (tenant, id) on delete cascade,
    check ((wanted is null) = (chosen_at is null))
  )`,
  `create index notification_wanted on notification (tenant, type, account) where wanted`,
  `create table mailing (
    tenant smallint not null,
    id uuid not null,
    type text not null check (type in ('promotions', 'news')),
    texts jsonb not null,
    created_at timestamptz(3) not null,
    primary key (tenant, id)
  )`,
  `create table notification_sweep (
    tenant smallint primary key,
    swept_to timestamptz(3) not null
  )`,
  `alter table account no force row level security`,
  `alter table account add constraint account_notifications_disabled
    check (notifications_disabled <@ array['fbl', 'bounce', 'listunsubscribe'])`,
  `insert into server_secret (name, secret)
    values ('unsubscribe', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
