// The names of pictures in chats that may show nudity end with that word.

export const revealingPictures: readonly string[] = [
  `alter table chat_picture drop constraint chat_picture_token_check,
    add constraint chat_picture_token_check check (token ~ '^[0-9a-f]{32}(-revealing)?$')`,
];
