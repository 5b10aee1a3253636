// Subscriptions to web push, which end with the login they belong to, and the secret of the server's key.

export const push: readonly string[] = [
  `create table push_subscription (
    tenant smallint not null,
    session bytea not null,
    account uuid not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    details boolean not null default false,
    pushed_at timestamptz(3) not null,
    primary key (tenant, session),
    foreign key (tenant, session) references session (tenant, token_hash) on delete cascade
  )`,
  `create unique index push_subscription_endpoint on push_subscription (tenant, endpoint)`,
  `create index push_subscription_account on push_subscription (tenant, account)`,
  `insert into server_secret (name, secret)
    values ('push', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
