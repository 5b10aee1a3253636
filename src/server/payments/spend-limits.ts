// A member's own limits: kept in one row, and held at every order, also when many are placed at once.
import { type Selectable, sql } from 'kysely';
import type { credits } from '#contract/credits';
import type { CodeOf } from '#contract/endpoint';
import { arrivesLater } from '#domain/payment-methods';
import { type Currency, MAIN_CURRENCY, type PriceList } from '#domain/prices';
import {
  fewestOrders,
  type Limit,
  limitIn,
  type Limits,
  NO_LIMIT,
  passesLimit,
  type Period,
  SPENDING,
} from '#domain/spending';
import type { Ctx } from '../context.ts';
import type { SpendLimitTable } from '../db/tables/spend-limit.ts';
import { lockAccount } from '../db/lock-account.ts';

type MemberCtx = Pick<Ctx, 'db' | 'tenant' | 'site' | 'member' | 'now'>;

const limitOf = (row: Selectable<SpendLimitTable>, period: Period): Limit => {
  const from = row[`${period}_next_at`];
  return { amount: row[period], next: from && { amount: row[`${period}_next`], from } };
};

/** The limits in a currency; null without any. */
export async function readLimits({ db, tenant, site, member }: MemberCtx, currency: Currency): Promise<Limits | null> {
  const own = db.selectFrom('spend_limit').selectAll().where('tenant', '=', tenant);
  const row = await own.where('account', '=', member().id).executeTakeFirst();
  if (!row) return null;
  const shown = (period: Period): Limit =>
    limitIn(site.prices, limitOf(row, period), asCurrency(site.prices, row.currency), currency);
  return { daily: shown('daily'), monthly: shown('monthly') };
}

/** A currency without prices any more counts as the euro. */
const asCurrency = ({ currencies }: PriceList, code: string): Currency =>
  currencies.includes(code) ? code : MAIN_CURRENCY;

export async function keepLimits(ctx: MemberCtx, currency: Currency, { daily, monthly }: Limits): Promise<void> {
  const values = {
    currency,
    ...{ daily: daily.amount, daily_next: daily.next?.amount ?? null, daily_next_at: daily.next?.from ?? null },
    ...{ monthly: monthly.amount, monthly_next: monthly.next?.amount ?? null },
    monthly_next_at: monthly.next?.from ?? null,
  };
  await ctx.db
    .insertInto('spend_limit')
    .values({ ...values, tenant: ctx.tenant, account: ctx.member().id })
    .onConflict((conflict) => conflict.columns(['tenant', 'account']).doUpdateSet(values))
    .execute();
}

export const noLimits: Limits = { daily: NO_LIMIT, monthly: NO_LIMIT };

/** What was paid in the periods that end now, less what went back, in minor units; `before` are the 30 days before the last 24 hours. */
export type Paid = Readonly<Record<Period | 'before', number>>;

const ONE_DAY = sql<boolean>`paid_at > day`;

/** By the moment of payment: an order may be paid days after it was placed. `without` is an order that is not counted. */
export async function paidBy(ctx: MemberCtx, currency: Currency, without: string | null = null): Promise<Paid> {
  const { db, tenant, member, now } = ctx;
  const { prices } = ctx.site;
  const at = now().getTime();
  const since = (ms: number): Date => new Date(at - ms);
  const { rows } = await sql<Record<string, string> & { currency: string }>`
    with own as (
      select currency, paid_at, ${since(SPENDING.dayMs)}::timestamptz as day,
        ${since(SPENDING.monthMs)}::timestamptz as month,
        paid - greatest(0, least(paid, refunded + charged_back - reversed)) as net
      from payment
      where tenant = ${tenant} and account = ${member().id}
        and paid_at > ${since(SPENDING.dayMs + SPENDING.monthMs)}::timestamptz and id is distinct from ${without}::uuid
    )
    select currency,
      coalesce(sum(net) filter (where ${ONE_DAY}), 0) as paid_daily,
      coalesce(sum(net) filter (where paid_at > month), 0) as paid_monthly,
      coalesce(sum(net) filter (where paid_at <= day), 0) as paid_before
    from own group by currency`.execute(db);
  const total = (column: string): number =>
    rows.reduce(
      (sum, row) => sum + prices.inCurrency(Number(row[column]), asCurrency(prices, row.currency), currency, 'up'),
      0,
    );
  return { daily: total('paid_daily'), monthly: total('paid_monthly'), before: total('paid_before') };
}

/** An order that may still be paid, and so counts in both periods however old it is. */
interface OpenOrder {
  readonly id: string;
  readonly amount: number;
  /** Whether no money for it can be on its way. */
  readonly mayBeCancelled: boolean;
}

/** As literals: the planner would not know that the partial index `payment_open` fits a parameter. */
const IS_OPEN = sql<boolean>`status in ('created', 'pending')`;

async function openOrders(
  { db, tenant, site: { prices }, member }: MemberCtx,
  currency: Currency,
  without: string,
): Promise<OpenOrder[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'amount', 'currency', 'status', 'method'])
    .where('tenant', '=', tenant)
    .where('account', '=', member().id)
    .where(IS_OPEN)
    .where('id', '<>', without)
    .execute();
  return rows.map(({ id, amount, currency: own, status, method }) => ({
    id,
    amount: prices.inCurrency(amount, asCurrency(prices, own), currency, 'up'),
    mayBeCancelled: status === 'created' && !arrivesLater(method),
  }));
}

type GuardCtx = Ctx<CodeOf<typeof credits.order>>;

interface Guarded {
  readonly id: string;
  readonly amount: number;
  readonly currency: Currency;
}

/**
 * Refuses an order that passes the member's limit. Orders that are not paid yet count, as each may still be paid. Those whose end would
 * make room are named, so that the member can have them cancelled.
 */
export async function guardSpending(ctx: GuardCtx, { id, amount, currency }: Guarded): Promise<void> {
  // Orders and changes of a limit wait here for each other. Payments are locked before, as reports lock them.
  await lockAccount(ctx.db, ctx.tenant, ctx.member().id);
  const limits = await readLimits(ctx, currency);
  if (!limits) return;
  // Before what was paid: an order that is paid in between counts twice rather than not at all.
  const open = await openOrders(ctx, currency, id);
  const paid = await paidBy(ctx, currency, id);
  const fitsWithout = (ended: readonly OpenOrder[]): boolean => {
    const unpaid = open.reduce((sum, order) => sum + (ended.includes(order) ? 0 : order.amount), 0);
    const spent = { daily: paid.daily + unpaid, monthly: paid.monthly + unpaid };
    return !passesLimit(limits, spent, amount, ctx.now());
  };
  if (fitsWithout([])) return;
  const ending = fewestOrders(
    open.filter(({ mayBeCancelled }) => mayBeCancelled),
    fitsWithout,
  );
  if (!ending) throw ctx.refuse('spend_limit');
  throw ctx.refuse('spend_in_order', { payments: ending.map((order) => order.id) });
}
