// When to ask the provider about a paid payment again, so that money that went back without a report is found.

export const recheckPaid: readonly string[] = [
  `alter table payment no force row level security`,
  `alter table payment add column recheck_at timestamptz(3)`,
  // By provider: what another one once took is due forever, and must not be read in each run.
  `create index payment_to_recheck on payment (tenant, provider, recheck_at) where recheck_at is not null`,
  `update payment set recheck_at = (select min(paid_at + day * interval '1 day')
      from unnest(array[1, 3, 7, 14, 30, 60, 120, 240, 400]) day where paid_at + day * interval '1 day' > now())
    where provider_ref is not null and paid_at > now() - interval '400 days'`,
];
