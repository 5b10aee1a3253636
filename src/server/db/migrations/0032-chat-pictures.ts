// Pictures in chats: the files of each, and the message it is sent with.

export const chatPictures: readonly string[] = [
  `create table chat_picture (
    tenant smallint not null,
    token text not null check (token ~ '^[0-9a-f]{32}$'),
    file text not null check (file ~ '^[0-9a-f]{32}$'),
    conversation uuid not null,
    sender uuid not null,
    at timestamptz(3) not null,
    primary key (tenant, token),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade
  )`,
  `create index chat_picture_of_conversation on chat_picture (tenant, conversation)`,
  `create index chat_picture_of_sender on chat_picture (tenant, sender)`,
  `create trigger chat_picture_files after delete on chat_picture
    for each row execute function photo_leaves_files()`,
  // The token of a picture, which is a message without text.
  `alter table message add column picture text`,
  `alter table held_message add column picture text`,
  `alter domain entry_kind drop constraint entry_kind_check`,
  `alter domain entry_kind add constraint entry_kind_check
    check (value in ('signup', 'purchase', 'message', 'gift', 'picture', 'refund', 'bonus', 'reversal'))`,
];
