// How long the rows of each table are kept: declared here, carried out by the jobs, promised by the privacy page (check E8).
import type { SelectType } from 'kysely';
import { SAFETY, SWIPE } from '#domain/limits';
import type { Database } from './tables.ts';

/** Columns that hold a time, or a day as `YYYY-MM-DD`. */
type TimeColumn<Row> = {
  [Column in keyof Row & string]: SelectType<Row[Column]> extends Date ? Column : Column extends 'day' ? Column : never;
}[keyof Row & string];

/** A daily job deletes rows whose `column` is so many hours past; of a day, all of it must be. */
type Expiring<Row> = { readonly column: TimeColumn<Row>; readonly keepHours: number } & ('tenant' extends keyof Row
  ? { readonly allTenants?: never }
  : { readonly allTenants: true });

/** An hourly job drops whole partitions, for all tenants at once. */
interface Rotated {
  readonly partitions: 'day' | 'month';
  readonly keepDays: number;
}

/** Deleted by foreign keys, directly or over other tables. `partitions` are then only created ahead. */
interface WithAccount {
  readonly keep: 'while the account lives';
  readonly partitions?: 'day' | 'month';
}

interface Forever {
  readonly keep: 'forever';
  readonly because: string;
}

type Retention<Row> = Expiring<Row> | Rotated | WithAccount | Forever;

const DAY = 24;
const WITH_ACCOUNT = { keep: 'while the account lives' } as const;
const BOOKKEEPING = { keep: 'forever', because: 'Tax law asks for payment records; the ledger has no gaps.' } as const;

export const RETENTION = {
  // Ends by deletion; an unconfirmed one by `deleteExpiredUnconfirmed` (src/server/auth/unconfirmed-account.ts).
  account: WITH_ACCOUNT,
  profile: WITH_ACCOUNT,
  photo: WITH_ACCOUNT,
  block: WITH_ACCOUNT,
  // The job may be a day late.
  report: { column: 'at', keepHours: (2 * 365 - 1) * DAY },
  // The job may be a day late.
  moderation: { column: 'at', keepHours: (365 - 1) * DAY },
  deleted_message: { column: 'at', keepHours: SAFETY.reportDeletedHours },
  // Goes with its decision as well.
  appeal: WITH_ACCOUNT,
  stored_card: WITH_ACCOUNT,
  spend_limit: WITH_ACCOUNT,
  debit_mandate: { column: 'kept_until', keepHours: 0 },
  member_like: WITH_ACCOUNT,
  finder_answers: WITH_ACCOUNT,
  saved_search: WITH_ACCOUNT,
  swipe: { column: 'at', keepHours: SWIPE.againAfterDays * DAY },
  conversation: WITH_ACCOUNT,
  message: { ...WITH_ACCOUNT, partitions: 'month' },
  held_message: WITH_ACCOUNT,
  // Its files follow it within minutes.
  chat_picture: WITH_ACCOUNT,
  notification: WITH_ACCOUNT,
  // Ends with its session.
  push_subscription: WITH_ACCOUNT,
  session: { column: 'expires_at', keepHours: 0 },
  mail_token: { column: 'expires_at', keepHours: 0 },
  passkey: WITH_ACCOUNT,
  passkey_challenge: { column: 'expires_at', keepHours: 0 },
  data_export: { column: 'expires_at', keepHours: 0 },
  login_failure: { column: 'failed_at', keepHours: DAY },
  attempt_budget: { column: 'spent_until', keepHours: 0 },
  disclosure: { column: 'at', keepHours: 1 },
  daily_count: { column: 'day', keepHours: DAY },
  visit: { column: 'day', keepHours: DAY },
  unverified_mail: { column: 'day', keepHours: DAY, allTenants: true },
  // The job may be a day late.
  complaint: { column: 'at', keepHours: (2 * 365 - 1) * DAY },
  mailing: { column: 'created_at', keepHours: 90 * DAY },
  idempotency: { partitions: 'day', keepDays: 2 },
  event: { partitions: 'day', keepDays: 1 },
  ledger: BOOKKEEPING,
  payment: BOOKKEEPING,
  discount_code: { keep: 'forever', because: 'An offer of the brand; a member’s own is deleted with the account.' },
  discount_use: {
    keep: 'forever',
    because: 'A used code must stay used; a member’s own use is deleted with the account.',
  },
  forgotten_card: {
    keep: 'forever',
    because: 'Each row goes when the provider has forgotten the card (src/server/payments/forget-cards.ts).',
  },
  webhook_event: { keep: 'forever', because: 'A report that comes again after years must be known (check B4).' },
  stray_photo: {
    keep: 'forever',
    because: 'Each row goes with its files, within minutes (src/server/media/stray-photos.ts).',
  },
  staff_account: { keep: 'forever', because: 'The audit log names who acted; a disabled account cannot log in.' },
  staff_session: { column: 'expires_at', keepHours: 0 },
  closed_matter: { keep: 'forever', because: 'What is closed stays closed; it holds ids only.' },
  audit_log: { keep: 'forever', because: 'What staff did can be proven; of members it holds ids only.' },
  server_secret: { keep: 'forever', because: 'Keys of the server, which concern no person.' },
  trust_count: { keep: 'forever', because: 'One count for each brand, which concerns no person.' },
  notification_sweep: { keep: 'forever', because: 'One time for each brand, which concerns no person.' },
  partition_rule: { keep: 'forever', because: 'Part of the structure of the database.' },
} as const satisfies { readonly [Table in keyof Database]: Retention<Database[Table]> };
