// What an uploaded picture is compared with, whether a photo was made or altered with AI, and whether its preview is of an earlier release.

export const photoMarks: readonly string[] = [
  `create index photo_likeness on photo (tenant) include (hash, profile, status) where hash is not null`,
  `alter table photo add column ai boolean not null default false`,
  // Also of those that a process of an earlier release still adds.
  `alter table photo add column old_preview boolean not null default true`,
  `create index photo_old_preview on photo (tenant) where old_preview and hash is not null`,
];
