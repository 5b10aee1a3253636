// Withdrawal of the consent to use sensitive data: when, and a status that hides the profile until it is given again.

export const consentWithdrawal: readonly string[] = [
  `alter table account add column consent_withdrawn_at timestamptz(3)`,
  `alter table profile drop constraint profile_status_check`,
  `alter table profile add constraint profile_status_check check (status in ('active', 'disabled', 'no_consent'))`,
];
