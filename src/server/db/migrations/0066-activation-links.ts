// Activation links belong to the address that they were mailed to, no longer to an account, which may leave or change its address meanwhile.

export const activationLinks: readonly string[] = [
  `alter table mail_token no force row level security`,
  `alter table account no force row level security`,
  `alter table mail_token add column email_key text`,
  `alter table mail_token alter column account drop not null`,
  `update mail_token t set account = null, email = a.email, email_key = a.email_key from account a
    where a.tenant = t.tenant and a.id = t.account and t.purpose = 'activation'`,
  `alter table mail_token add constraint mail_token_owner_check check (case when purpose = 'activation'
    then account is null and email is not null and email_key is not null else account is not null and email_key is null end)`,
  `create index mail_token_of_address on mail_token (tenant, email_key) where email_key is not null`,
];
