// What an uploaded picture is compared with, and whether a photo was made or altered with AI.

export const photoMarks: readonly string[] = [
  `create index photo_likeness on photo (tenant) include (hash, profile, status) where hash is not null`,
  `alter table photo add column ai boolean not null default false`,
];
