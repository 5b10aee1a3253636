// Initial tables: accounts, profiles, photos, sessions, limits, live events.

/** One statement per entry: the embedded engine accepts one at a time. */
export const foundation: readonly string[] = [
  `create table account (
    tenant smallint not null,
    id uuid not null,
    email text not null,
    email_key text not null,
    password_hash text not null,
    status text not null check (status in ('not_confirmed', 'active', 'pending_deletion', 'suspended')),
    language text not null,
    signup_at timestamptz(3) not null default now(),
    paid_user boolean not null default false,
    credits int not null default 0 check (credits >= 0),
    notifications_disabled text[] not null default '{}',
    primary key (tenant, id),
    unique (tenant, email_key)
  )`,
  `create table profile (
    tenant smallint not null,
    id uuid not null,
    name text not null,
    gender text not null,
    sexuality text not null,
    birth_date date not null,
    country text not null,
    region text,
    city text,
    line text not null default '',
    about text,
    looking_for text,
    hair_colour text,
    eye_colour text,
    body_type text,
    relationship_status text,
    tattoos text,
    interests text[] not null default '{}',
    fictional boolean not null default false,
    status text not null default 'active' check (status in ('active', 'disabled')),
    visible boolean not null default true,
    last_active timestamptz(3) not null default now(),
    main_photo uuid,
    primary key (tenant, id),
    foreign key (tenant, id) references account (tenant, id) on delete cascade
  )`,
  `create table photo (
    tenant smallint not null,
    id uuid not null,
    profile uuid not null,
    token text not null unique check (token ~ '^[0-9a-f]{32}$'),
    file text not null,
    private boolean not null default false,
    status text not null default 'active' check (status in ('pending', 'active', 'rejected')),
    position smallint not null default 0,
    primary key (tenant, id),
    foreign key (tenant, profile) references profile (tenant, id) on delete cascade
  )`,
  `alter table profile add constraint profile_main_photo foreign key (tenant, main_photo)
    references photo (tenant, id) on delete set null (main_photo) deferrable initially deferred`,
  `create table session (
    tenant smallint not null,
    token_hash bytea not null,
    account uuid not null,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    seen_at timestamptz(3) not null default now(),
    client text not null default '',
    primary key (tenant, token_hash),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create table login_failure (
    tenant smallint not null,
    key text not null,
    failures int not null,
    level int not null,
    failed_at timestamptz(3) not null,
    blocked_until timestamptz(3),
    primary key (tenant, key)
  )`,
  `create table block (
    tenant smallint not null,
    blocker uuid not null,
    blocked uuid not null,
    primary key (tenant, blocker, blocked),
    foreign key (tenant, blocker) references account (tenant, id) on delete cascade,
    foreign key (tenant, blocked) references account (tenant, id) on delete cascade
  )`,
  `create table daily_count (
    tenant smallint not null,
    key text not null,
    day date not null,
    count int not null,
    primary key (tenant, key, day)
  )`,
  `create table visit (
    tenant smallint not null,
    account uuid not null,
    profile uuid not null,
    day date not null,
    primary key (tenant, account, day, profile),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create table idempotency (
    tenant smallint not null,
    caller text not null,
    route text not null,
    key text not null,
    body_hash bytea not null,
    status int not null,
    body text,
    created_at timestamptz(3) not null default now(),
    primary key (tenant, caller, route, key)
  )`,
  `create table event (
    tenant smallint not null,
    id bigint generated always as identity,
    account uuid not null,
    session bytea,
    body jsonb not null,
    at timestamptz(3) not null default now(),
    primary key (tenant, id)
  )`,
  `create index profile_search on profile (tenant, gender, country, last_active desc, id desc)
    include (birth_date, region, sexuality, fictional) where visible and status = 'active'`,
  `create index profile_search_anywhere on profile (tenant, gender, last_active desc, id desc)
    include (birth_date, sexuality, fictional) where visible and status = 'active'`,
  `create index photo_of_profile on photo (tenant, profile, position)`,
  `create index session_of_account on session (tenant, account)`,
  `create index session_expiry on session (tenant, expires_at)`,
  `create index block_other_way on block (tenant, blocked, blocker)`,
  `create index idempotency_age on idempotency (tenant, created_at)`,
  `create index event_of_account on event (tenant, account, id)`,
  `create index event_age on event (tenant, at)`,
];
