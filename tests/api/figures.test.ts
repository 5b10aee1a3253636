// The operator's figures against a naive count over the same facts, on both engines.
import { expect, test } from 'vitest';
import { creditAccount } from '#server/payments/ledger';
import { groupings, type Grouping } from '#contract/staff-views';
import { type Figures, NO_MONEY, readFigures } from '#server/modules/figures/figures';
import type { AccountStatus } from '#server/db/tables/account';
import type { Tracking } from '#domain/tracking';
import { operate as operateOn, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const site = siteAt(0);
const tenant = site.id;
const START = Date.UTC(2026, 9, 20);
const HOUR = 3_600_000;
const at = (hours: number): Date => new Date(START + hours * HOUR);

interface Person {
  readonly signup_at: Date;
  readonly last_active: Date;
  readonly country: string;
  readonly status: AccountStatus;
  readonly fictional: boolean;
  readonly tracking: Tracking | null;
  readonly wrote: boolean;
  /** An erased one leaves its payments. */
  readonly erased: boolean;
  readonly payments: readonly Paid[];
}
interface Paid {
  readonly at: Date;
  readonly amount: number;
  readonly currency: string;
  readonly country: string;
  /** Totals as reported. */
  readonly reports: readonly { readonly kind: keyof typeof COLUMN; readonly total: number; readonly at: Date }[];
}
const COLUMN = { refunded: 'refunds', chargeback: 'chargebacks', reversed: 'reversed' } as const;
const SOURCES: readonly (Tracking | null)[] = [
  null,
  { network: 'awin', ref: '7', sub1: 'autumn' },
  { ref: '=cmd|/c', sub2: 'x' },
  { network: 'awin', ref: '7', sub1: 'winter' },
];

/** The same people each time; hours are spread so that midnights lie between them. */
const people: readonly Person[] = Array.from({ length: 60 }, (_, n) => ({
  signup_at: at((n * 7) % 120),
  last_active: at((n * 11) % 140),
  country: ['NL', 'DE', 'GB'][n % 3] ?? 'NL',
  status: n % 5 === 0 ? 'not_confirmed' : 'active',
  fictional: n % 7 === 6,
  tracking: SOURCES[n % 4] ?? null,
  wrote: n % 2 === 0,
  erased: n % 13 === 12,
  payments:
    n % 4 > 1 || n % 7 === 6
      ? []
      : [
          {
            at: at((n * 13) % 130),
            amount: 1000 + n,
            currency: n % 8 === 0 ? 'GBP' : 'EUR',
            country: ['NL', 'DE', 'GB'][n % 3] ?? 'NL',
            reports: [
              ...(n % 3 === 0 ? [{ kind: 'refunded', total: 200, at: at(((n * 13) % 130) + 5) } as const] : []),
              ...(n % 6 === 0 ? [{ kind: 'refunded', total: 500, at: at(((n * 13) % 130) + 40) } as const] : []),
              ...(n % 5 === 0 ? [{ kind: 'chargeback', total: 1000 + n, at: at(((n * 13) % 130) + 30) } as const] : []),
              ...(n % 10 === 0 ? [{ kind: 'reversed', total: 300, at: at(((n * 13) % 130) + 50) } as const] : []),
            ],
          },
        ],
}));

async function store(server: TestServer, person: Person): Promise<void> {
  const { country, status, fictional, signup_at, last_active, tracking } = person;
  const { id } = await server.member({ country, status, fictional, signup_at, last_active });
  await server.database.inTenant(tenant, async (db) => {
    await db
      .updateTable('account')
      .set({ tracking: tracking && JSON.stringify(tracking) } as never)
      .where('id', '=', id)
      .execute();
    const entry = { tenant, account: id, credits: 1, about: null, at: signup_at };
    if (person.wrote) await creditAccount(db, { ...entry, kind: 'message', book: 'spending' });
    for (const each of person.payments) {
      const payment = crypto.randomUUID();
      const money = { amount: each.amount, currency: each.currency, paid: each.amount, vat: 21, credits: 35 };
      const times = { created_at: each.at, updated_at: each.at, paid_at: each.at, check_at: null };
      await db
        .insertInto('payment')
        .values({
          ...{ tenant, id: payment, account: id, package: '35', method: 'visa', country: each.country },
          ...{ discount_code: null, provider: 'sandbox', provider_ref: payment, redirect: null, status: 'paid' },
          ...money,
          ...times,
        })
        .execute();
      for (const { kind, total, at: received_at } of each.reports)
        for (const outcome of ['applied', 'parked'] as const)
          await db
            .insertInto('webhook_event')
            .values({
              ...{ tenant, provider: 'sandbox', event_id: crypto.randomUUID(), payment, kind, outcome },
              ...{ amount: outcome === 'applied' ? total : 9999, body: '', received_at },
            })
            .execute();
    }
    if (person.erased) await db.deleteFrom('account').where('id', '=', id).execute();
  });
}

const sourceOf = (tracking: Tracking | null, names: readonly (keyof Tracking)[]): string =>
  names.flatMap((name) => (tracking?.[name] ? [`${name}=${tracking[name]}`] : [])).join(' ') || 'none';

function keysOf(by: readonly Grouping[], moment: Date, country: string, tracking: Tracking | null): string[] {
  const keys = {
    day: moment.toISOString().slice(0, 10),
    country,
    source: sourceOf(tracking, ['network', 'ref']),
    campaign: sourceOf(tracking, ['network', 'ref', 'sub1', 'sub2', 'sub3']),
  };
  return by.map((each) => keys[each]);
}

type Counted = { -readonly [Name in keyof Figures]: Figures[Name] };

/** One person after the other, one report after the other. */
function counted(from: Date, to: Date, by: readonly Grouping[]): Figures[] {
  const rows = new Map<string, Counted>();
  const rowOf = (keys: readonly string[]): Counted => {
    const id = JSON.stringify(keys);
    const row = rows.get(id) ?? { keys, signups: 0, confirmed: 0, wrote: 0, bought: 0, active: 0, money: {} };
    rows.set(id, row);
    return row;
  };
  const isWithin = (moment: Date): boolean => moment >= from && moment < to;
  const moved = (keys: readonly string[], currency: string, column: keyof typeof NO_MONEY, amount: number): void => {
    const row = rowOf(keys);
    const before = row.money[currency] ?? NO_MONEY;
    row.money = { ...row.money, [currency]: { ...before, [column]: before[column] + amount } };
  };
  for (const each of people) {
    if (!each.fictional && !each.erased) {
      if (isWithin(each.signup_at)) {
        const row = rowOf(keysOf(by, each.signup_at, each.country, each.tracking));
        row.signups += 1;
        if (each.status === 'active') row.confirmed += 1;
        if (each.wrote) row.wrote += 1;
        if (each.payments.length > 0) row.bought += 1;
      }
      if (isWithin(each.last_active) && each.status === 'active')
        rowOf(keysOf(by, each.last_active, each.country, each.tracking)).active += 1;
    }
    const tracking = each.erased ? null : each.tracking;
    for (const { at: paidAt, amount, currency, country, reports } of each.payments) {
      if (isWithin(paidAt)) moved(keysOf(by, paidAt, country, tracking), currency, 'revenue', amount);
      for (const [index, { kind, total, at: told }] of reports.entries()) {
        const before = Math.max(0, ...reports.slice(0, index).flatMap((one) => (one.kind === kind ? [one.total] : [])));
        if (isWithin(told)) moved(keysOf(by, told, country, tracking), currency, COLUMN[kind], total - before);
      }
    }
  }
  return [...rows.values()];
}

const ordered = (rows: readonly Figures[]): Figures[] =>
  rows.toSorted((one, other) => (JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1));

eachEngine('figures', (server) => {
  const read = (from: Date, to: Date, by: readonly Grouping[]) =>
    server().database.inTenant(tenant, (db) => readFigures(db, { tenant, from, to, by }));
  const prepared = async (): Promise<void> => {
    if ((await read(at(0), at(500), [])).length > 0) return;
    for (const person of people) await store(server(), person);
  };

  test('figures by day, country, source and campaign are those of a naive count', async () => {
    await prepared();
    const periods = [
      [at(0), at(500)],
      [at(24), at(48)],
      [at(48), at(120)],
    ] as const;
    for (const [from, to] of periods)
      for (const by of [[], ...groupings.map((each) => [each]), ['day', 'country'], [...groupings]] as Grouping[][])
        expect({ by, rows: ordered(await read(from, to, by)) }).toEqual({ by, rows: ordered(counted(from, to, by)) });
    expect(counted(at(0), at(500), [])[0]?.money['GBP']?.reversed).toBeGreaterThan(0);
  });

  test('the command prints a table, JSON and CSV', async () => {
    await prepared();
    const period = '--from 2026-10-20 --to 2026-11-20';
    const all = counted(at(0), at(32 * 24), [])[0];
    const json = JSON.parse((await operateOn(server(), `figures ${period} --brand ${site.folder} --json`)).join('\n'));
    expect(json).toMatchObject({ time_zone: 'UTC', money: 'minor units' });
    expect(json.figures).toEqual([{ brand: site.folder, ...all, keys: undefined }]);
    const csv = await operateOn(server(), `figures ${period} --brand ${site.folder} --by source --csv`);
    expect(csv[0]).toBe(
      'brand,source,signups,confirmed,wrote,bought,active,revenue_EUR,refunds_EUR,chargebacks_EUR,reversed_EUR,revenue_GBP,refunds_GBP,chargebacks_GBP,reversed_GBP',
    );
    expect(csv.some((line) => line.startsWith(`${site.folder},network=awin ref=7,`))).toBe(true);
    expect((await operateOn(server(), `figures ${period}`)).at(-1)).toMatch(/UTC; money in minor units/);
    expect(await operateOn(server(), 'figures --from 1999-01-01 --to 1999-01-01')).toEqual([
      'Nothing happened in this period (days in UTC).',
    ]);
  });
});

test('figures asks for days, known groupings and a known niche', () => {
  const typed = (line: string) => () => typedOrder(`figures ${line}`);
  expect(typed('--from 2026-02-30 --to 2026-03-01')).toThrow('--from is a day');
  expect(typed('--from 2026-03-01')).toThrow('--to is a day');
  expect(typed('--from 2026-03-02 --to 2026-03-01')).toThrow('--to is the last day');
  expect(typed('--from 2026-03-01 --to 2026-03-01 --by town')).toThrow('--by takes day, country, source, campaign');
  expect(typed('--from 2026-03-01 --to 2026-03-01 --json --csv')).toThrow('exclude each other');
});
