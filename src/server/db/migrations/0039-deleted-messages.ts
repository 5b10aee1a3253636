// What a message deleted for both said, for a report within a day; members never see it again.

export const deletedMessages: readonly string[] = [
  `create table deleted_message (
    tenant smallint not null,
    conversation uuid not null,
    seq int not null,
    sender uuid not null,
    text text not null,
    gift text,
    at timestamptz(3) not null,
    primary key (tenant, conversation, seq),
    foreign key (tenant, sender) references account (tenant, id) on delete cascade
  )`,
  `create index deleted_message_of_sender on deleted_message (tenant, sender)`,
  `create index deleted_message_age on deleted_message (tenant, at)`,
];
