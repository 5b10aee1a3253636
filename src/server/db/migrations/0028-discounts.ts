// Discount codes, which order has used which of them, and the card a member lets the provider keep.

export const discounts: readonly string[] = [
  `create table discount_code (
    tenant smallint not null,
    code text not null check (code ~ '^[A-Z0-9-]{4,32}$'),
    country text check (country ~ '^[A-Z]{2}$'),
    account uuid,
    expires timestamptz(3),
    value_percentage numeric(4, 2) not null check (value_percentage > 0 and value_percentage <= 90),
    currency text check (currency ~ '^[A-Z]{3}$'),
    minimum_order_value int check (minimum_order_value > 0),
    status text not null default 'active' check (status in ('active', 'inactive')),
    validity text not null check (validity in ('once', 'once-per-user', 'unlimited')),
    paymentmethods text[],
    created_at timestamptz(3) not null,
    primary key (tenant, code),
    foreign key (tenant, account) references account (tenant, id) on delete cascade,
    check (minimum_order_value is null or currency is not null)
  )`,
  `create index discount_code_of_account on discount_code (tenant, account) where account is not null`,
  `create table discount_use (
    tenant smallint not null,
    holder text not null,
    code text not null,
    payment uuid not null,
    at timestamptz(3) not null,
    primary key (tenant, holder, code)
  )`,
  `create table stored_card (
    tenant smallint not null,
    account uuid not null,
    provider text not null,
    token text not null,
    method text not null,
    brand text not null,
    last_four text not null check (last_four ~ '^[0-9]{4}$'),
    saved_at timestamptz(3) not null,
    primary key (tenant, account),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `alter table payment add column keeps_card boolean not null default false`,
  `alter table payment add column card_brand text`,
  `alter table payment add column card_last_four text check (card_last_four ~ '^[0-9]{4}$')`,
];
