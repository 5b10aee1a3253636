// How the file of a table says how long its rows are kept: carried out by the jobs, promised by the privacy page (check E8).
import type { SelectType } from 'kysely';

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

export type Retention<Row> = Expiring<Row> | Rotated | WithAccount | Forever;

/** In hours. */
export const DAY = 24;
export const WITH_ACCOUNT = { keep: 'while the account lives' } as const;
export const BOOKKEEPING = {
  keep: 'forever',
  because: 'Tax law asks for payment records; the ledger has no gaps.',
} as const;
