// The files of an uploaded picture belong to one row, so that no later upload can write or delete them.

export const photoFiles: readonly string[] = [
  `create unique index photo_file on photo (tenant, file) where file ~ '^[0-9a-f]{32}$'`,
  `create unique index chat_picture_file on chat_picture (tenant, file)`,
];
