// Who may log in. `email` is as typed, `email_key` is what must be unique in a tenant (see `emailKey`).
import type { Rule } from '#contract/safety';
import type { Tracking } from '#domain/tracking';
import { hidden, own, plain, SECRET } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export type AccountStatus = 'not_confirmed' | 'active' | 'pending_deletion' | 'suspended';

export interface AccountTable {
  tenant: number;
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  status: AccountStatus;
  language: string;
  signup_at: Defaulted<Date>;
  /** Null before, and for accounts that never had to confirm. */
  confirmed_at: Defaulted<Date | null>;
  paid_user: Defaulted<boolean>;
  credits: Defaulted<number>;
  /** The `version` of the account's last entry in the ledger. */
  ledger_version: Defaulted<number>;
  notifications_disabled: Defaulted<string[]>;
  /** Quiet hours in minutes since midnight, by the clock of the member's place; both null without any. */
  quiet_from: Defaulted<number | null>;
  quiet_to: Defaulted<number | null>;
  /** Until when the member's pushes wait because of them. */
  pushes_held_until: Defaulted<Date | null>;
  /** Types of notification mails that wait to be told together, those on their way, and when such a mail was last sent. */
  mails_held: Defaulted<string[]>;
  mails_sending: Defaulted<string[]>;
  mailed_at: Defaulted<Date | null>;
  /** Whether pressing Escape three times leaves the site. */
  quick_exit: Defaulted<boolean>;
  accepted_terms_at: Defaulted<Date | null>;
  consented_at: Defaulted<Date | null>;
  /** Null unless the consent was withdrawn and not given again. */
  consent_withdrawn_at: Defaulted<Date | null>;
  /** The traffic source that brought the member, as `Tracking` of domain/tracking. */
  tracking: Defaulted<Tracking | null>;
  /** When the activation mail was last asked for. */
  activation_asked_at: Defaulted<Date | null>;
  /** When a confirmation mail goes out that today's quota has put off; null when none is owed. */
  mail_after: Defaulted<Date | null>;
  /** When the member asked for the deletion, and why; null otherwise. */
  deleted_at: Defaulted<Date | null>;
  deletion_reason: Defaulted<string | null>;
  deletion_remarks: Defaulted<string | null>;
  /** The end of a suspension and the rule that was broken; a suspended account without an end is closed for good. */
  suspended_until: Defaulted<Date | null>;
  suspended_for: Defaulted<Rule | null>;
  /** The address that is to be confirmed before it replaces `email`; null without a change, or after it was cancelled or has expired. */
  new_email: Defaulted<string | null>;
  /** When its link expires; it is not shown any more then, and deleted within a day. */
  new_email_until: Defaulted<Date | null>;
  /** When links to set a new password were asked for, within the last day. */
  reset_asked_at: Defaulted<Date[]>;
  /** When links that log in were mailed, within the last day. */
  login_mails_at: Defaulted<Date[]>;
  /** The member whose page led to the signup, while that profile exists. */
  signup_member: Defaulted<string | null>;
  /** The steps after joining that are answered or skipped, as `signupSteps` of contract/signup. */
  signup_steps: Defaulted<string[]>;
  /** Whether logging in is refused before the address is confirmed. */
  login_after_confirming: Defaulted<boolean>;
}

export const account = table<AccountTable>()({
  // Ends by deletion; an unconfirmed one by `deleteExpiredUnconfirmed` (src/server/auth/unconfirmed-account.ts).
  retention: WITH_ACCOUNT,
  owners: ['id'],
  columns: {
    ...plain('tenant', 'ledger_version', 'pushes_held_until', 'mails_held', 'mails_sending'),
    ...own('id', 'email', 'status', 'language', 'signup_at', 'paid_user', 'credits', 'notifications_disabled'),
    ...own('accepted_terms_at', 'consented_at', 'consent_withdrawn_at', 'tracking', 'activation_asked_at'),
    ...own('deleted_at', 'deletion_reason', 'deletion_remarks', 'reset_asked_at', 'signup_member'),
    ...own('login_after_confirming', 'signup_steps', 'quiet_from', 'quiet_to', 'quick_exit'),
    ...own('suspended_until', 'suspended_for', 'mailed_at', 'confirmed_at', 'new_email', 'new_email_until'),
    ...own('mail_after', 'login_mails_at'),
    ...hidden(SECRET, 'password_hash'),
    ...hidden('The address once more, as it is compared.', 'email_key'),
  },
});
