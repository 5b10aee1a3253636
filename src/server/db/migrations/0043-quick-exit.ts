// Whether the key of the quick exit is on.

export const quickExit: readonly string[] = [
  `alter table account add column quick_exit boolean not null default false`,
];
