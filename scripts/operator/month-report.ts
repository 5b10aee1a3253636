// The operator's report of a month on the terminal, as lines or JSON.
import type { OpenDatabase } from '#server/db/index';
import { COMPLAINT_DAYS, DISPUTES, type MonthReport, monthReport } from '#server/modules/figures/month-report';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { sitesOf } from './sites.ts';

export const monthUsage = {
  calls: `       npm run operator -- report --month MONTH [--brand NICHE] [--json]`,
  explained: `report --month (as 2027-01, in UTC) counts what the DSA and payment schemes ask for: reports by category, decisions and their
median time, appeals, complaints and the ${COMPLAINT_DAYS} days to answer each (those open beyond them are listed in every month), disputed
payments with a warning from ${DISPUTES.warnPercent}% on, refunds.`,
} as const;

export interface MonthOrder {
  readonly kind: 'month';
  readonly month: string;
  readonly from: Date;
  /** The first moment of the next month. */
  readonly to: Date;
  readonly brand: string | null;
  readonly isJson: boolean;
}

export function readMonthOrder(values: {
  readonly month?: string | undefined;
  readonly brand?: string | undefined;
  readonly json?: boolean | undefined;
}): MonthOrder {
  const [month, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(values.month ?? '') ?? [];
  if (month === undefined) throw new UsageError('--month is a month, such as 2027-01.');
  const begins = (after: number): Date => new Date(Date.UTC(Number(year), Number(number) - 1 + after));
  return {
    ...{ kind: 'month', month, from: begins(0), to: begins(1) },
    ...{ brand: values.brand ?? null, isJson: values.json === true },
  };
}

type OfBrand = MonthReport & { readonly brand: string };

export async function monthLines(database: OpenDatabase, sites: readonly Site[], order: MonthOrder, now: Date) {
  const found: OfBrand[] = [];
  for (const { id: tenant, folder } of sitesOf(sites, order.brand)) {
    const report = await database.inTenant(tenant, (db) => monthReport(db, { ...order, tenant }, now));
    found.push({ brand: folder, ...report });
  }
  const { month } = order;
  const whole = { month, time_zone: 'UTC', is_over: order.to <= now, counted_at: now, brands: found };
  return order.isJson ? [JSON.stringify(whole, null, 2)] : found.flatMap((each) => linesOf(each, month));
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const MINUTES_PER_HOUR = 60;

function linesOf({ brand, reports, decisions, appeals, complaints, payments }: OfBrand, month: string): string[] {
  const { medianMinutes } = reports;
  const median = medianMinutes === null ? 'none' : `${(medianMinutes / MINUTES_PER_HOUR).toFixed(1)} hours`;
  const { dispute_percent: percent } = payments;
  return [
    `${brand}, ${month} (UTC)`,
    `  reports     ${reports.received} received, ${reports.answered} of them decided; ${reports.decided} decided this month, median ${median}`,
    `  categories  ${listed(reports.by_category)}`,
    `  decisions   ${listed(decisions)}`,
    `  appeals     ${appeals.received} received, ${appeals.granted} granted, ${appeals.refused} refused, ${appeals.open} open now`,
    `  complaints  ${complaints.received} received, ${complaints.running.length} within their ${COMPLAINT_DAYS} days, ${complaints.late.length} open beyond them`,
    ...complaints.running.map(({ id, answer_by }) => `              ${id} until ${answer_by.toISOString()}`),
    ...complaints.late.map(({ id, answer_by }) => `              ${id} LATE since ${answer_by.toISOString()}`),
    `  payments    ${payments.paid} paid, ${payments.refunded} refunded, ${payments.disputed} disputed (${percent === null ? 'no rate' : `${percent}%`}), ${payments.refunded_first} of them refunded before`,
    ...(payments.is_near_limit
      ? [`  WARNING     disputes are near the limit of payment schemes (from ${DISPUTES.warnPercent}% on)`]
      : []),
  ];
}
