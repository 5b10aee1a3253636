// How reports were dealt with in a period, for the trust page and the monthly report.
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface Period {
  readonly tenant: number;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

/** `answered` are those of `received` with a decision by now; `decided` those whose decision fell into the period. */
export interface ReportFigures {
  readonly received: number;
  readonly answered: number;
  readonly decided: number;
  /** Null without a decision. */
  readonly medianMinutes: number | null;
}

export async function reportFigures(db: Db, { tenant, from, to }: Period): Promise<ReportFigures> {
  const { rows } = await sql<ReportFigures>`
    select received, answered, decided, "medianMinutes" from
      (select count(*)::int as received, count(decided_at)::int as answered from report
        where tenant = ${tenant}::smallint and at >= ${from}::timestamptz and at < ${to}::timestamptz) came,
      (select count(*)::int as decided,
          (percentile_cont(0.5) within group (order by extract(epoch from decided_at - at)) / 60)::float8 as "medianMinutes"
        from report
        where tenant = ${tenant}::smallint and decided_at >= ${from}::timestamptz and decided_at < ${to}::timestamptz) done`.execute(
    db,
  );
  return rows[0] ?? { received: 0, answered: 0, decided: 0, medianMinutes: null };
}

/** Payments of which something was given back in the period, by a refund and not by a chargeback. */
export async function refundedPayments(db: Db, { tenant, from, to }: Period): Promise<number> {
  const { rows } = await sql<{ payments: number }>`
    select count(distinct payment)::int as payments from webhook_event
    where tenant = ${tenant}::smallint and kind = 'refunded'
      and outcome = 'applied' and received_at >= ${from}::timestamptz and received_at < ${to}::timestamptz`.execute(db);
  return rows[0]?.payments ?? 0;
}

/** Profiles that members can find, and how many of these are fictional. */
export async function profileFigures(db: Db, tenant: number): Promise<{ profiles: number; fictional: number }> {
  const { rows } = await sql<{ profiles: number; fictional: number }>`
    select count(*)::int as profiles, count(*) filter (where fictional)::int as fictional from profile
    where tenant = ${tenant}::smallint and visible and reachable`.execute(db);
  return rows[0] ?? { profiles: 0, fictional: 0 };
}
