// Keeps what packages have cost, and tells the lowest price of the last 30 days (Directive 98/6/EC, article 6a).
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Package } from '#contract/credits';
import { DAY_MS } from '#domain/durations';
import { LOWEST_PRICE_DAYS } from '#domain/limits';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { HOURLY, jobKind } from '../queue.ts';
import { type Services, siteOfTenant } from '../services.ts';

export const priceRecord = jobKind({
  name: 'record_prices',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY },
  run: recordPrices,
});

/** Adds the prices that are not those of the last run. Of a price that two runs add at once there are two equal rows. */
async function recordPrices(services: Services, { tenant }: { tenant: number }): Promise<void> {
  const { prices } = siteOfTenant(services, tenant);
  await services.database.inTenant(tenant, async (db) => {
    const latest = await latestPrices(db, tenant);
    const changed = prices
      .everyPrice()
      .filter((price) => latest.get(`${price.currency} ${price.package}`) !== price.amount);
    const since = services.now();
    if (changed.length > 0)
      await db
        .insertInto('price_history')
        .values(changed.map((price) => ({ ...price, tenant, since })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

async function latestPrices(db: Db, tenant: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('price_history')
    .distinctOn(['currency', 'package'])
    .select(['currency', 'package', 'amount'])
    .where('tenant', '=', tenant)
    .orderBy('currency')
    .orderBy('package')
    .orderBy('since', 'desc')
    .execute();
  return new Map(rows.map((row) => [`${row.currency} ${row.package}`, row.amount]));
}

/** Names the lowest price of the last 30 days of packages that cost less at some time within them. */
export async function withLowest(
  { db, tenant, now }: Pick<Ctx, 'db' | 'tenant' | 'now'>,
  packages: readonly Package[],
): Promise<Package[]> {
  const currency = packages[0]?.price.currency ?? '';
  const from = new Date(now().getTime() - LOWEST_PRICE_DAYS * DAY_MS);
  const { rows } = await sql<{ package: string; lowest: number }>`
    select package, min(amount) as lowest
    from (
      select package, amount, lead(since) over (partition by package order by since) as until
      from price_history where tenant = ${tenant} and currency = ${currency}
    ) asked
    where until is null or until > ${from}::timestamptz
    group by package`.execute(db);
  const lowest = new Map(rows.map((row) => [row.package, row.lowest]));
  return packages.map((each) => {
    const amount = lowest.get(each.id) ?? each.price.amount;
    return amount < each.price.amount ? { ...each, lowest: { amount, currency } } : each;
  });
}
