// What a month of one niche looks like to its regulators and payment schemes: notices, decisions, appeals, complaints and disputes.
import { DAY_MS } from '#domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { isClosed } from '../../staff/desk/matters.ts';
import { type Period, refundedPayments, type ReportFigures, reportFigures } from './report-figures.ts';

/** Schemes watch a seller from 0.9% on, so the warning comes before; a single dispute among few payments is none. */
export const DISPUTES = { warnPercent: 0.65, fewest: 2 } as const;
/** Days within which payment schemes want a complaint answered. */
export const COMPLAINT_DAYS = 7;

export interface MonthReport {
  /** Notices of members, of which the DSA asks number, categories, and how long they took. */
  readonly reports: ReportFigures & { readonly by_category: Readonly<Record<string, number>> };
  /** Decisions of people, by what they did; also those that no report led to. */
  readonly decisions: Readonly<Record<string, number>>;
  /** Answered ones are those of the month, whenever they came; open ones those of now. */
  readonly appeals: Appeals;
  /**
   * Those that staff have not closed, with the end of their time: `running` ones of the month still have some, `late` ones have none,
   * and stay in the report of every month until they are closed.
   */
  readonly complaints: {
    readonly received: number;
    readonly running: readonly OpenComplaint[];
    readonly late: readonly OpenComplaint[];
  };
  readonly payments: Disputes & {
    readonly dispute_percent: number | null;
    readonly is_near_limit: boolean;
    readonly refunded: number;
  };
}

interface OpenComplaint {
  readonly id: string;
  readonly answer_by: Date;
}

interface Appeals {
  readonly received: number;
  readonly granted: number;
  readonly refused: number;
  readonly open: number;
}

/** Payments, not reports. `refunded_first`: something of them was refunded before the dispute. */
interface Disputes {
  readonly paid: number;
  readonly disputed: number;
  readonly refunded_first: number;
}

/** How often each value of a column occurs among the rows of the period. */
async function countBy(
  db: Db,
  [table, column]: readonly ['report', 'category'] | readonly ['moderation', 'action'],
  { tenant, from, to }: Period,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(column)} as value, count(*)::int as count from ${sql.table(table)}
    where tenant = ${tenant}::smallint and at >= ${from}::timestamptz and at < ${to}::timestamptz
    group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

async function appealsOf(db: Db, { tenant, from, to }: Period): Promise<Appeals> {
  const { rows } = await sql<Appeals>`
    select count(*) filter (where at >= ${from}::timestamptz and at < ${to}::timestamptz)::int as received,
      count(*) filter (where outcome = 'granted' and decided_at >= ${from}::timestamptz and decided_at < ${to}::timestamptz)::int as granted,
      count(*) filter (where outcome = 'refused' and decided_at >= ${from}::timestamptz and decided_at < ${to}::timestamptz)::int as refused,
      count(*) filter (where outcome is null)::int as open
    from appeal where tenant = ${tenant}::smallint`.execute(db);
  return rows[0] ?? { received: 0, granted: 0, refused: 0, open: 0 };
}

async function disputesOf(db: Db, { tenant, from, to }: Period): Promise<Disputes> {
  const { rows } = await sql<Disputes>`
    with disputed as (
      select payment, min(received_at) as at from webhook_event
      where tenant = ${tenant}::smallint and kind = 'chargeback' and outcome = 'applied'
        and received_at >= ${from}::timestamptz and received_at < ${to}::timestamptz
      group by payment
    )
    select
      (select count(*)::int from payment where tenant = ${tenant}::smallint
        and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz) as paid,
      (select count(*)::int from disputed) as disputed,
      (select count(*)::int from disputed d where exists (select from webhook_event w where w.tenant = ${tenant}::smallint
        and w.payment = d.payment and w.kind = 'refunded' and w.outcome = 'applied' and w.received_at < d.at)) as refunded_first`.execute(
    db,
  );
  return rows[0] ?? { paid: 0, disputed: 0, refunded_first: 0 };
}

async function complaintsOf(db: Db, { tenant, from, to }: Period, now: Date): Promise<MonthReport['complaints']> {
  const { rows } = await sql<{ received: number }>`
    select count(*)::int as received from complaint
    where tenant = ${tenant}::smallint and at >= ${from}::timestamptz and at < ${to}::timestamptz`.execute(db);
  const open = await db
    .selectFrom('complaint')
    .select(['id', 'at'])
    .where('tenant', '=', tenant)
    .where('at', '<', to)
    .where(sql<boolean>`not ${isClosed(tenant, 'complaint', sql`complaint.id::text`)}`)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const timed = open.map(({ id, at }) => ({ id, at, answer_by: new Date(at.getTime() + COMPLAINT_DAYS * DAY_MS) }));
  const shown = ({ id, answer_by }: OpenComplaint): OpenComplaint => ({ id, answer_by });
  return {
    received: rows[0]?.received ?? 0,
    running: timed.filter(({ at, answer_by }) => at >= from && answer_by > now).map(shown),
    late: timed.filter(({ answer_by }) => answer_by <= now).map(shown),
  };
}

export async function monthReport(db: Db, period: Period, now: Date): Promise<MonthReport> {
  const disputes = await disputesOf(db, period);
  const { paid, disputed } = disputes;
  const percent = paid === 0 ? null : Math.round((10_000 * disputed) / paid) / 100;
  return {
    reports: { ...(await reportFigures(db, period)), by_category: await countBy(db, ['report', 'category'], period) },
    decisions: await countBy(db, ['moderation', 'action'], period),
    appeals: await appealsOf(db, period),
    complaints: await complaintsOf(db, period, now),
    payments: {
      ...disputes,
      dispute_percent: percent,
      is_near_limit: disputed >= DISPUTES.fewest && (percent === null || percent >= DISPUTES.warnPercent),
      refunded: await refundedPayments(db, period),
    },
  };
}
