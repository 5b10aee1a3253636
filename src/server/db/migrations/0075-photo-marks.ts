// What an uploaded picture is compared with.

export const photoMarks: readonly string[] = [
  `create index photo_likeness on photo (tenant) include (hash, profile, status) where hash is not null`,
];
