// Changes of the e-mail address by mailed links, and the country of a login.

export const settings: readonly string[] = [
  `alter table mail_token no force row level security`,
  `alter table mail_token add column email text`,
  `alter table mail_token drop constraint mail_token_purpose_check`,
  `alter table mail_token add constraint mail_token_purpose_check
    check (purpose in ('activation', 'reset', 'email', 'email_undo', 'reactivation'))`,
  `alter table session no force row level security`,
  `alter table session add column country text`,
];
