// When a member agreed to the use of what says whom they love: a tick of its own since now, one with the terms before.

export const consent: readonly string[] = [
  `alter table account add column consented_at timestamptz(3)`,
  // Its owner is bound by row-level security like everybody; every migration ends with binding it again.
  `alter table account no force row level security`,
  `update account set consented_at = accepted_terms_at`,
];
