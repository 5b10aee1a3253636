// The invoices of paid orders, numbered within a brand.

export const invoices: readonly string[] = [
  `create table invoice (
    tenant smallint not null,
    number int not null check (number > 0),
    payment uuid not null,
    issued_at timestamptz(3) not null,
    seller jsonb not null,
    primary key (tenant, number),
    unique (tenant, payment),
    foreign key (tenant, payment) references payment (tenant, id)
  )`,
];
