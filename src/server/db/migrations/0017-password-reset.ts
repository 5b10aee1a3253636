// Links that set a new password, and when an account last asked for one.

export const passwordReset: readonly string[] = [
  `alter table account no force row level security`,
  `alter table account add column reset_asked_at timestamptz(3)[] not null default '{}'`,
  `alter table mail_token drop constraint mail_token_purpose_check`,
  `alter table mail_token add constraint mail_token_purpose_check check (purpose in ('activation', 'reset'))`,
];
