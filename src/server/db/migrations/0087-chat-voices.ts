// Recordings in chats: the file of each, and the message it is sent with.

export const chatVoices: readonly string[] = [
  `create table chat_voice (
    tenant smallint not null,
    name text not null check (name ~ '^[0-9a-f]{32}-[0-9]{1,2}-(webm|mp4)$'),
    file text not null check (file ~ '^[0-9a-f]{32}$'),
    conversation uuid not null,
    sender uuid not null,
    at timestamptz(3) not null,
    primary key (tenant, name),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade
  )`,
  `create unique index chat_voice_file on chat_voice (tenant, file)`,
  `create index chat_voice_of_conversation on chat_voice (tenant, conversation)`,
  `create index chat_voice_of_sender on chat_voice (tenant, sender)`,
  `create trigger chat_voice_files after delete on chat_voice
    for each row execute function photo_leaves_files()`,
  // The name of a recording; the text of such a message is what its sender wrote below it.
  `alter table message add column voice text`,
  `alter table held_message add column voice text`,
  `alter domain entry_kind drop constraint entry_kind_check`,
  `alter domain entry_kind add constraint entry_kind_check
    check (value in ('signup', 'purchase', 'message', 'gift', 'picture', 'voice', 'refund', 'bonus', 'reversal', 'returned'))`,
];
