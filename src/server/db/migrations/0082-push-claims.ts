// A push counts as sent once the push service has it, and may leave out the brand's name.

export const pushClaims: readonly string[] = [
  `alter table push_subscription
    add column claimed_until timestamptz(3),
    add column discreet boolean not null default false`,
];
