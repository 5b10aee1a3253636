// How long the rows of each table are kept: declared here, carried out by the jobs, promised by the privacy page (check E8).
import type { SelectType } from 'kysely';
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
  // Ends by deletion; an unconfirmed one by `endUnconfirmed` (src/server/auth/unconfirmed-account.ts).
  account: WITH_ACCOUNT,
  profile: WITH_ACCOUNT,
  photo: WITH_ACCOUNT,
  block: WITH_ACCOUNT,
  member_like: WITH_ACCOUNT,
  conversation: WITH_ACCOUNT,
  message: { ...WITH_ACCOUNT, partitions: 'month' },
  held_message: WITH_ACCOUNT,
  session: { column: 'expires_at', keepHours: 0 },
  mail_token: { column: 'expires_at', keepHours: 0 },
  login_failure: { column: 'failed_at', keepHours: DAY },
  attempt_budget: { column: 'spent_until', keepHours: 0 },
  disclosure: { column: 'at', keepHours: 1 },
  daily_count: { column: 'day', keepHours: DAY },
  visit: { column: 'day', keepHours: DAY },
  unverified_mail: { column: 'day', keepHours: DAY, allTenants: true },
  // The job may be a day late.
  complaint: { column: 'at', keepHours: (2 * 365 - 1) * DAY },
  idempotency: { partitions: 'day', keepDays: 2 },
  event: { partitions: 'day', keepDays: 1 },
  ledger: BOOKKEEPING,
  payment: BOOKKEEPING,
  webhook_event: { keep: 'forever', because: 'A report that comes again after years must be known (check B4).' },
  server_secret: { keep: 'forever', because: 'Keys of the server, which concern no person.' },
  partition_rule: { keep: 'forever', because: 'Part of the structure of the database.' },
} as const satisfies { readonly [Table in keyof Database]: Retention<Database[Table]> };
