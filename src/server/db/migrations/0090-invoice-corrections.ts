// What goes back of an invoiced payment, numbered within a brand.

export const invoiceCorrections: readonly string[] = [
  `create table invoice_correction (
    tenant smallint not null,
    number int not null check (number > 0),
    payment uuid not null,
    returned_before int not null check (returned_before >= 0),
    amount int not null check (amount <> 0 and returned_before + amount >= 0),
    issued_at timestamptz(3) not null,
    seller jsonb not null,
    primary key (tenant, number),
    unique (tenant, payment, number),
    foreign key (tenant, payment) references invoice (tenant, payment)
  )`,
];
