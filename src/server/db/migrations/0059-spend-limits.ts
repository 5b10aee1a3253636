// Limits that members set for what they spend, and how the orders that count are found.

export const spendLimits: readonly string[] = [
  `create table spend_limit (
    tenant smallint not null,
    account uuid not null,
    currency text not null,
    daily int check (daily > 0),
    daily_next int check (daily_next > 0),
    daily_next_at timestamptz(3),
    monthly int check (monthly > 0),
    monthly_next int check (monthly_next > 0),
    monthly_next_at timestamptz(3),
    primary key (tenant, account),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index payment_paid_of_account on payment (tenant, account, paid_at) where paid_at is not null`,
  `create index payment_open on payment (tenant, account) where status in ('created', 'pending')`,
];
