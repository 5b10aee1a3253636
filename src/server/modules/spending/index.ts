// Handlers of contract/spending: what a member has spent, and their own limits.
import { sql } from 'kysely';
import type { SpendLimit, SpendLimits, Spending, spending } from '#contract/spending';
import { changedLimit, type Limit, limitAt, noteOn, SPENDING } from '#domain/spending';
import type { Ctx, Handlers } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { countryOf } from '../../payments/place-order.ts';
import { keepLimits, noLimits, paidBy, readLimits } from '../../payments/spend-limits.ts';

export function spendingHandlers(): Handlers<typeof spending> {
  return { read, limit: changeLimits };
}

async function read(ctx: Ctx): Promise<Spending> {
  const country = await countryOf(ctx);
  const currency = ctx.site.prices.currencyOf(country);
  const paid = await paidBy(ctx, currency);
  const limits = (await readLimits(ctx, currency)) ?? noLimits;
  const used = await creditsOfDay(ctx);
  return {
    ...{ currency, day: paid.daily, month: paid.monthly },
    daily: shownLimit(limits.daily, ctx.now()),
    monthly: shownLimit(limits.monthly, ctx.now()),
    note: noteOn({ spent: paid.daily, before: paid.before, ...used }, ctx.site.prices, country),
  };
}

function shownLimit(limit: Limit, now: Date): SpendLimit {
  const { amount, next } = limitAt(limit, now);
  return { amount, next: next && { amount: next.amount, from: next.from.toISOString() } };
}

async function changeLimits(ctx: Ctx, wanted: SpendLimits): Promise<Spending> {
  const currency = ctx.site.prices.currencyOf(await countryOf(ctx));
  // An order that is being placed is counted by the old limit or has to fit the new one.
  await lockAccount(ctx.db, ctx.tenant, ctx.member().id);
  const before = (await readLimits(ctx, currency)) ?? noLimits;
  const changed = (limit: Limit, to: number | null | undefined): Limit =>
    to === undefined ? limit : changedLimit(limit, to, ctx.now());
  const daily = changed(before.daily, wanted.daily);
  await keepLimits(ctx, currency, { daily, monthly: changed(before.monthly, wanted.monthly) });
  return read(ctx);
}

/** Enough to tell where credits go, and few enough to read with every order page. */
const LATEST_ENTRIES = 50;

/** The credits of the latest entries within 24 hours, and those of them that went to fictional profiles. */
async function creditsOfDay({ db, tenant, member, now }: Ctx): Promise<{ credits: number; fictional: number }> {
  const since = new Date(now().getTime() - SPENDING.dayMs);
  const { rows } = await sql<{ credits: string; fictional: string }>`
    select coalesce(-sum(l.credits), 0) as credits, coalesce(-sum(l.credits) filter (where p.fictional), 0) as fictional
    from (select tenant, about, credits, book, at from ledger where tenant = ${tenant} and account = ${member().id}
        order by version desc limit ${LATEST_ENTRIES}) l
      left join profile p on p.tenant = l.tenant and p.id = l.about
    where l.book = 'spending' and l.at > ${since}::timestamptz`.execute(db);
  return { credits: Number(rows[0]?.credits ?? 0), fictional: Number(rows[0]?.fictional ?? 0) };
}
