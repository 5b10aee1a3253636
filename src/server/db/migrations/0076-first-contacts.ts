// First messages with signs of a scam, which wait for staff, and what operators change of the words that are such signs.

export const firstContacts: readonly string[] = [
  `alter table held_message add column waits_for_staff boolean not null default false`,
  `create index held_message_for_staff on held_message (tenant, sender, id) where waits_for_staff`,
  `create table scam_word (
    tenant smallint not null,
    kind text not null,
    word text not null,
    language text not null,
    is_off boolean not null,
    primary key (tenant, kind, word)
  )`,
];
