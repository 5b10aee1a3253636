// The operator's figures on the terminal: what was asked for, and its lines as a table, JSON or CSV.
import { DAY_MS } from '#domain/durations';
import { isoDay } from '#domain/iso-day';
import type { OpenDatabase } from '#server/db/index';
import { type Grouping, groupings } from '#contract/staff-views';
import { type Figures, NO_MONEY, readFigures } from '#server/modules/figures/figures';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { sitesOf } from './sites.ts';
import { csvLine } from '#domain/csv';
import { tableLines } from './tabular.ts';

export const figuresUsage = {
  calls: `       npm run operator -- figures --from DAY --to DAY [--brand NICHE] [--by ${groupings.join(',')}] [--json|--csv]`,
  explained: `figures counts whole days in UTC, both included: who joined (signups), how many of these have confirmed, written and bought
since, who was last seen then (active), and the money that moved then, in minor units of its currency. A source is network and ref
of the link, a campaign these and its subs. Fictional profiles are never counted; erased accounts no longer, their money is.`,
} as const;

export const figuresOptions = {
  brand: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
} as const;

interface Values {
  readonly brand?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: string | undefined;
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

export interface FiguresOrder {
  readonly kind: 'figures';
  readonly brand: string | null;
  readonly from: Date;
  /** The day after the last one. */
  readonly to: Date;
  readonly by: readonly Grouping[];
  readonly form: 'table' | 'json' | 'csv';
}

export const isAboutFigures = ([kind]: readonly string[]): boolean => kind === 'figures';

export function readFiguresOrder([, surplus]: readonly string[], values: Values): FiguresOrder {
  if (surplus !== undefined) throw new UsageError(`"${surplus}" means nothing to figures.`);
  const [from, last] = [dayOf('from', values.from), dayOf('to', values.to)];
  if (last < from) throw new UsageError('--to is the last day, so not before --from.');
  if (values.json && values.csv) throw new UsageError('--json and --csv exclude each other.');
  return {
    ...{ kind: 'figures', brand: values.brand ?? null, from, to: new Date(last.getTime() + DAY_MS) },
    by: (values.by ?? '').split(',').filter(Boolean).map(groupingOf),
    form: values.json ? 'json' : values.csv ? 'csv' : 'table',
  };
}

/** 0:00 UTC of what was typed. */
export function dayOf(option: string, typed = ''): Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : null;
  if (!day || Number.isNaN(day.getTime()) || isoDay(day) !== typed)
    throw new UsageError(`--${option} is a day, such as 2027-01-31.`);
  return day;
}

function groupingOf(typed: string): Grouping {
  const grouping = groupings.find((each) => each === typed);
  if (!grouping) throw new UsageError(`--by takes ${groupings.join(', ')}, with commas between them.`);
  return grouping;
}

type OfBrand = Figures & { readonly brand: string };

export async function figuresLines(database: OpenDatabase, sites: readonly Site[], order: FiguresOrder) {
  const rows: OfBrand[] = [];
  for (const { id: tenant, folder } of sitesOf(sites, order.brand)) {
    const found = await database.inTenant(tenant, (db) => readFigures(db, { ...order, tenant }));
    rows.push(...found.map((each) => ({ ...each, brand: folder })));
  }
  if (order.form === 'json') return [JSON.stringify(asJson(order, rows), null, 2)];
  const table = asTable(order, rows);
  if (order.form === 'csv') return table.map(csvLine);
  return rows.length === 0 ? ['Nothing happened in this period (days in UTC).'] : [...tableLines(table), FOOTNOTE];
}

const FOOTNOTE = 'Days in UTC; money in minor units, such as cents.';

const keysOf = ({ by }: FiguresOrder, keys: Figures['keys']): Record<string, string> =>
  Object.fromEntries(by.map((each, index) => [each, keys[index] ?? '']));

const asJson = (order: FiguresOrder, rows: readonly OfBrand[]) => ({
  from: isoDay(order.from),
  to: isoDay(new Date(order.to.getTime() - DAY_MS)),
  time_zone: 'UTC',
  money: 'minor units',
  figures: rows.map(({ brand, keys, ...row }) => ({ brand, ...keysOf(order, keys), ...row })),
});

const COUNTED = ['signups', 'confirmed', 'wrote', 'bought', 'active'] as const;
const MOVED = ['revenue', 'refunds', 'chargebacks', 'reversed'] as const;

/** Each currency has columns of its own, so that no sum over a column adds two of them. */
function asTable({ by }: FiguresOrder, rows: readonly OfBrand[]): string[][] {
  const currencies = [...new Set(rows.flatMap(({ money }) => Object.keys(money)))].sort();
  const head = ['brand', ...by, ...COUNTED, ...currencies.flatMap((each) => MOVED.map((name) => `${name}_${each}`))];
  return [
    head,
    ...rows.map((row) => [
      ...[row.brand, ...row.keys],
      ...COUNTED.map((name) => String(row[name])),
      ...currencies.flatMap((each) => MOVED.map((name) => String((row.money[each] ?? NO_MONEY)[name]))),
    ]),
  ];
}
