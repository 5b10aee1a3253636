// Figures of one niche for its operator: who joined and how far they came, who is active, and the money that moved.
import { type RawBuilder, sql } from 'kysely';
import type { Grouping } from '#contract/staff-views';
import type { Db } from '../../db/index.ts';

export interface FiguresQuery {
  readonly tenant: number;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
  readonly by: readonly Grouping[];
}

/** In minor units of one currency, by the day on which it moved. `reversed` came back: a dispute won, a refund that failed. */
export interface Money {
  readonly revenue: number;
  readonly refunds: number;
  readonly chargebacks: number;
  readonly reversed: number;
}

/**
 * `confirmed`, `wrote` and `bought` are those of `signups`, however much later; `active` are members who were last seen in the period.
 * Accounts that are erased are no longer counted, their money is. Fictional profiles count nowhere.
 */
export interface Figures {
  readonly keys: readonly string[];
  readonly signups: number;
  readonly confirmed: number;
  readonly wrote: number;
  readonly bought: number;
  readonly active: number;
  /** By currency. */
  readonly money: Readonly<Record<string, Money>>;
}

export const NO_MONEY: Money = { revenue: 0, refunds: 0, chargebacks: 0, reversed: 0 };
/** Of an account that came without one, or is erased. */
export const UNKNOWN = 'none';

const SUBS = ['sub1', 'sub2', 'sub3'] as const;

/** The account is `a` in every statement, so that its traffic source is read in one way. */
const tracked = (names: readonly string[]): RawBuilder<string> => {
  const values = names.map((name) => sql`${sql.lit(`${name}=`)} || (a.tracking ->> ${sql.lit(name)})`);
  return sql`coalesce(nullif(concat_ws(' ', ${sql.join(values)}), ''), ${sql.lit(UNKNOWN)})`;
};

/** The keys as one array, whose day is that of `at` in UTC. */
function keysOf(by: readonly Grouping[], at: RawBuilder<unknown>, country: RawBuilder<unknown>): RawBuilder<string[]> {
  const keys: Readonly<Record<Grouping, RawBuilder<unknown>>> = {
    day: sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`,
    country,
    source: tracked(['network', 'ref']),
    campaign: tracked(['network', 'ref', ...SUBS]),
  };
  return by.length === 0 ? sql`array[]::text[]` : sql`array[${sql.join(by.map((each) => sql`${keys[each]}::text`))}]`;
}

interface Steps {
  readonly keys: string[];
  readonly signups: number;
  readonly confirmed: number;
  readonly wrote: number;
  readonly bought: number;
}

async function stepsOf(db: Db, { tenant, from, to, by }: FiguresQuery): Promise<Steps[]> {
  const { rows } = await sql<Steps>`
    select keys, count(*)::int as signups, count(*) filter (where is_confirmed)::int as confirmed,
      count(*) filter (where has_written)::int as wrote, count(*) filter (where has_bought)::int as bought
    from (
      select ${keysOf(by, sql`a.signup_at`, sql`p.country`)} as keys, a.status <> 'not_confirmed' as is_confirmed,
        exists (select from conversation c where c.tenant = a.tenant and c.starter = a.id and c.last_seq > 0)
          or exists (select from ledger l where l.tenant = a.tenant and l.account = a.id
            and l.kind in ('message', 'gift', 'picture', 'voice')) as has_written,
        exists (select from payment o where o.tenant = a.tenant and o.account = a.id and o.paid_at is not null) as has_bought
      from account a join profile p on p.tenant = a.tenant and p.id = a.id
      where a.tenant = ${tenant}::smallint and a.signup_at >= ${from}::timestamptz and a.signup_at < ${to}::timestamptz
        and not p.fictional
    ) joined group by keys`.execute(db);
  return rows;
}

interface Active {
  readonly keys: string[];
  readonly active: number;
}

async function activeOf(db: Db, { tenant, from, to, by }: FiguresQuery): Promise<Active[]> {
  const { rows } = await sql<Active>`
    select keys, count(*)::int as active from (
      select ${keysOf(by, sql`p.last_active`, sql`p.country`)} as keys
      from profile p join account a on a.tenant = p.tenant and a.id = p.id
      where p.tenant = ${tenant}::smallint and p.last_active >= ${from}::timestamptz and p.last_active < ${to}::timestamptz
        and not p.fictional and a.status = 'active'
    ) seen group by keys`.execute(db);
  return rows;
}

interface Moved extends Money {
  readonly keys: string[];
  readonly currency: string;
}

/** Reports carry totals so far, so what one of them moved is what it adds to the largest before it. */
async function moneyOf(db: Db, { tenant, from, to, by }: FiguresQuery): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with reported as (
      select payment, kind, received_at as at, total - coalesce(max(total) over (partition by payment, kind
        order by received_at, event_id rows between unbounded preceding and 1 preceding), 0) as amount
      from (
        select w.payment, w.kind, w.received_at, w.event_id, coalesce(w.amount, o.amount) as total
        from webhook_event w join payment o on o.tenant = w.tenant and o.id = w.payment
        where w.tenant = ${tenant}::smallint and w.outcome = 'applied' and w.kind in ('refunded', 'chargeback', 'reversed')
          and w.received_at < ${to}::timestamptz
      ) told
    ),
    moved as (
      select id as payment, 'paid' as kind, paid_at as at, paid as amount from payment
      where tenant = ${tenant}::smallint and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz
      union all select payment, kind, at, amount from reported where at >= ${from}::timestamptz and amount > 0
    )
    select keys, currency, coalesce(sum(amount) filter (where kind = 'paid'), 0)::float8 as revenue,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0)::float8 as refunds,
      coalesce(sum(amount) filter (where kind = 'chargeback'), 0)::float8 as chargebacks,
      coalesce(sum(amount) filter (where kind = 'reversed'), 0)::float8 as reversed
    from (
      select ${keysOf(by, sql`m.at`, sql`o.country`)} as keys, o.currency, m.kind, m.amount
      from moved m join payment o on o.tenant = ${tenant}::smallint and o.id = m.payment
      left join account a on a.tenant = o.tenant and a.id = o.account
    ) each_move group by keys, currency`.execute(db);
  return rows;
}

/** The figures of a period, one row for each combination of keys, in their order; a period without any has no row. */
export async function readFigures(db: Db, query: FiguresQuery): Promise<Figures[]> {
  const found = new Map<string, Figures>();
  const add = (keys: readonly string[], change: (before: Figures) => Partial<Figures>): void => {
    const id = JSON.stringify(keys);
    const before = found.get(id) ?? { keys, signups: 0, confirmed: 0, wrote: 0, bought: 0, active: 0, money: {} };
    found.set(id, { ...before, ...change(before) });
  };
  for (const { keys, ...steps } of await stepsOf(db, query)) add(keys, () => steps);
  for (const { keys, active } of await activeOf(db, query)) add(keys, () => ({ active }));
  for (const { keys, currency, ...money } of await moneyOf(db, query))
    add(keys, (before) => ({ money: { ...before.money, [currency]: money } }));
  return [...found.values()].sort((one, other) => compareKeys(one.keys, other.keys));
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}
