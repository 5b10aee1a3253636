// Indexes for the operator's figures: who joined, and what was paid and returned, in a period. And the trust page's count.

export const figures: readonly string[] = [
  `create index account_signup on account (tenant, signup_at)`,
  `create index payment_paid on payment (tenant, paid_at) where paid_at is not null`,
  `create index webhook_event_returned on webhook_event (tenant, received_at) where kind in ('refunded', 'chargeback', 'reversed')`,
  `create index report_decided on report (tenant, decided_at) where decided_at is not null`,
  `create index report_age on report (tenant, at)`,
  `create table trust_count (
    tenant smallint primary key,
    counted_at timestamptz(3) not null,
    median_minutes float8,
    decided int not null,
    received int not null,
    answered int not null,
    refunded int not null,
    profiles int not null,
    fictional int not null
  )`,
];
