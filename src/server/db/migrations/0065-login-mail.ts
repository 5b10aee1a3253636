// Links that log in, when an account last asked for one, and the secret that signs the cookies of known browsers.

export const loginMail: readonly string[] = [
  `alter table account add column login_mails_at timestamptz(3)[] not null default '{}'`,
  `alter table mail_token drop constraint mail_token_purpose_check`,
  `alter table mail_token add constraint mail_token_purpose_check
    check (purpose in ('activation', 'reset', 'email', 'email_undo', 'reactivation', 'login'))`,
  `insert into server_secret (name, secret)
    values ('known_browser', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
