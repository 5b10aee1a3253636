// Figures as rows of a table: each currency has columns of its own, so that no sum adds two of them.
import type { StaffOutput } from '#contract/staff';
import { isoDayAfter } from '#domain/iso-day';

export type Row = StaffOutput<'figures.read'>['rows'][number];

export const counted = ['signups', 'confirmed', 'wrote', 'bought', 'active'] as const;
export const moved = ['revenue', 'refunds', 'chargebacks', 'reversed'] as const;
export type Measure = (typeof counted)[number] | (typeof moved)[number];

export const currenciesOf = (rows: readonly Row[]): readonly string[] =>
  [...new Set(rows.flatMap(({ money }) => Object.keys(money)))].sort();

/** In minor units where it is money. */
export const valueOf = (row: Row, measure: Measure, currency: string): number =>
  counted.some((each) => each === measure)
    ? row[measure as (typeof counted)[number]]
    : (row.money[currency]?.[measure as (typeof moved)[number]] ?? 0);

export const sumOf = (rows: readonly Row[], measure: Measure, currency: string): number =>
  rows.reduce((sum, row) => sum + valueOf(row, measure, currency), 0);

/** The sum of each day from `from` to `to`, also of days without facts. `at` is where the day stands among the keys. */
export function dailySums(
  rows: readonly Row[],
  { at, from, to }: { readonly at: number; readonly from: string; readonly to: string },
  measure: Measure,
  currency: string,
): readonly (readonly [day: string, sum: number])[] {
  const byDay = Map.groupBy(rows, ({ keys }) => keys[at]);
  const sums: [string, number][] = [];
  for (let day = from; day <= to; day = isoDayAfter(new Date(day), 1))
    sums.push([day, sumOf(byDay.get(day) ?? [], measure, currency)]);
  return sums;
}
