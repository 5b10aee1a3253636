// A device that its push service no longer knows keeps what was chosen for it, and one that is never reached is given up.

export const pushRefusals: readonly string[] = [
  `alter table push_subscription
    add column gone boolean not null default false,
    add column failing_since timestamptz(3)`,
];
