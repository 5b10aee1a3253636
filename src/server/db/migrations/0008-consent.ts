// Time of the consent to use data about sexual orientation; until now it was given with the terms.

export const consent: readonly string[] = [
  `alter table account add column consented_at timestamptz(3)`,
  // Row-level security also binds the owner of the tables; every migration ends by forcing it again.
  `alter table account no force row level security`,
  `update account set consented_at = accepted_terms_at`,
];
