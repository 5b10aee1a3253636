// Tables of mailed links, likes, conversations, messages, ledger, payments and provider reports.

/** One statement per entry: the embedded engine accepts one at a time. */
export const business: readonly string[] = [
  `alter table account add column accepted_terms_at timestamptz(3)`,
  `create table mail_token (
    tenant smallint not null,
    hash bytea not null,
    account uuid not null,
    purpose text not null check (purpose in ('activation')),
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (tenant, hash),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index mail_token_of_account on mail_token (tenant, account, purpose, created_at)`,
  `create table member_like (
    tenant smallint not null,
    liker uuid not null,
    liked uuid not null,
    at timestamptz(3) not null,
    seen boolean not null default false,
    primary key (tenant, liker, liked),
    check (liker <> liked),
    foreign key (tenant, liker) references account (tenant, id) on delete cascade,
    foreign key (tenant, liked) references account (tenant, id) on delete cascade
  )`,
  `create index member_like_received on member_like (tenant, liked, at desc)`,
  `create table conversation (
    tenant smallint not null,
    id uuid not null,
    one uuid not null,
    two uuid not null,
    starter uuid not null,
    created_at timestamptz(3) not null,
    last_seq int not null default 0,
    last_at timestamptz(3) not null,
    one_unread int not null default 0 check (one_unread >= 0),
    two_unread int not null default 0 check (two_unread >= 0),
    one_read int not null default 0,
    two_read int not null default 0,
    primary key (tenant, id),
    unique (tenant, one, two),
    check (one < two),
    foreign key (tenant, one) references account (tenant, id) on delete cascade,
    foreign key (tenant, two) references account (tenant, id) on delete cascade
  )`,
  // Not on last_at: sending a message then updates the row in place, without touching an index.
  `create index conversation_of_two on conversation (tenant, two)`,
  `create index conversation_started on conversation (tenant, starter)`,
  `alter table conversation set (fillfactor = 70)`,
  `alter table account set (fillfactor = 80)`,
  `create table message (
    tenant smallint not null,
    conversation uuid not null,
    seq int not null,
    sender uuid not null,
    client_id uuid not null,
    text text not null,
    at timestamptz(3) not null,
    cost int not null check (cost >= 0),
    primary key (tenant, conversation, seq),
    unique (tenant, conversation, sender, client_id),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade
  )`,
  `create table held_message (
    tenant smallint not null,
    id bigint generated always as identity,
    conversation uuid not null,
    sender uuid not null,
    client_id uuid not null,
    text text not null,
    at timestamptz(3) not null,
    primary key (tenant, id),
    unique (tenant, conversation, sender, client_id),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade
  )`,
  `create index held_message_of_sender on held_message (tenant, sender, id)`,
  // No foreign keys: payments and ledger entries outlive their account. The primary key also serves to list an
  // account's entries in order.
  `create table ledger (
    tenant smallint not null,
    id bigint generated always as identity,
    account uuid not null,
    book text not null check (book in ('bonus', 'sales', 'spending')),
    kind text not null check (kind in ('signup', 'purchase', 'message', 'refund', 'bonus')),
    credits int not null check (credits <> 0),
    balance int not null check (balance >= 0),
    about uuid,
    at timestamptz(3) not null,
    primary key (tenant, account, id)
  )`,
  `create unique index ledger_purchase_once on ledger (tenant, about) where kind = 'purchase'`,
  `create table payment (
    tenant smallint not null,
    id uuid not null,
    account uuid not null,
    package text not null,
    credits int not null check (credits > 0),
    amount int not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    vat numeric(4, 1) not null,
    method text not null,
    country text not null,
    discount_code text,
    provider text not null,
    provider_ref text,
    redirect text,
    status text not null
      check (status in ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded', 'chargeback')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check_at timestamptz(3),
    primary key (tenant, id)
  )`,
  `create unique index payment_reference on payment (tenant, provider, provider_ref) where provider_ref is not null`,
  `create index payment_of_account on payment (tenant, account, created_at desc)`,
  `create index payment_to_check on payment (tenant, check_at) where check_at is not null`,
  `create table webhook_event (
    tenant smallint not null,
    provider text not null,
    event_id text not null,
    payment uuid,
    kind text not null,
    body text not null,
    received_at timestamptz(3) not null,
    outcome text not null check (outcome in ('applied', 'ignored', 'parked')),
    primary key (tenant, provider, event_id)
  )`,
  `create index webhook_event_of_payment on webhook_event (tenant, payment)`,
  // Written by every call: only the indexes needed for reading and purging.
  `drop index event_age`,
  `drop index event_of_account`,
  `drop index idempotency_age`,
  `alter table event drop constraint event_pkey, add primary key (tenant, account, id)`,
  `create index event_age on event using brin (at)`,
  `create index idempotency_age on idempotency using brin (created_at)`,
  // Row-level security also binds the owner of the tables; it is forced again right after.
  `alter table account no force row level security`,
  `insert into ledger (tenant, account, book, kind, credits, balance, at)
    select tenant, id, 'bonus', 'signup', credits, credits, signup_at from account where credits > 0`,
];
