// What packages have cost, so that a price from before a discount is one that was asked for.

export const priceHistory: readonly string[] = [
  `create table price_history (
    tenant smallint not null,
    currency text not null,
    package text not null,
    since timestamptz(3) not null,
    amount int not null check (amount > 0),
    primary key (tenant, currency, package, since)
  )`,
];
