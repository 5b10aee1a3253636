// Reactions to messages, and the message that another one answers.

export const replies: readonly string[] = [
  // A message is in a partition by its time, so no foreign key leads to it: what it is deleted with deletes its reaction.
  `create table reaction (
    tenant smallint not null,
    conversation uuid not null,
    seq int not null,
    account uuid not null,
    kind text not null,
    at timestamptz(3) not null,
    primary key (tenant, conversation, seq, account),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade,
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index reaction_of_member on reaction (tenant, account)`,
  // The number of the message that is answered, which may be deleted by now.
  `alter table message add column quote int`,
];
