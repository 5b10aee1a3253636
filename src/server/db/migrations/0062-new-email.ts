// The address that a member has asked to change to, and until when its link is valid. It is known before the mail is sent, so the change can
// be shown and cancelled while the mail still waits in the queue.

export const newEmail: readonly string[] = [
  `alter table account add column new_email text, add column new_email_until timestamptz(3)`,
  `create index account_of_new_email on account (tenant, new_email_until) where new_email_until is not null`,
];
