// What packages have cost: kept when it changes, and the lowest price of 30 days named where it was below today's.
import { expect, test } from 'vitest';
import type { Package } from '#contract/credits';
import { DAY_MS } from '#domain/durations';
import { DEFAULT_PRICES } from '#domain/default-prices';
import { priceList, type Prices } from '#domain/prices';
import { priceRecord } from '#server/payments/price-history';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const [first = 0, ...others] = DEFAULT_PRICES.currencies['EUR']?.packages ?? [];
const euros = (amount: number): Prices => ({
  ...DEFAULT_PRICES,
  currencies: { ...DEFAULT_PRICES.currencies, EUR: { packages: [amount, ...others], tryout: 299 } },
});

eachEngine('price history', (server) => {
  /** The hourly job at a moment, in a process whose smallest package has this price. */
  const record = async (amount: number, daysAgo: number): Promise<void> => {
    const { services } = server().app;
    const sites = services.sites.map((site) => ({ ...site, prices: priceList(euros(amount)) }));
    const now = () => new Date(server().now().getTime() - daysAgo * DAY_MS);
    await priceRecord.run({ ...services, sites, now }, { tenant });
  };
  const kept = () =>
    server().database.inTenant(tenant, async (db) => {
      const rows = await db
        .selectFrom('price_history')
        .select('amount')
        .where('currency', '=', 'EUR')
        .where('package', '=', '6')
        .orderBy('since')
        .execute();
      return rows.map(({ amount }) => amount);
    });
  const forget = () => server().database.kysely.deleteFrom('price_history').execute();
  async function shown(): Promise<Package[]> {
    const me = await server().member({ country: 'NL' });
    return (await server().call('/api/packages.php', { as: me })).body['packages'] as Package[];
  }

  test('DA-packages: a price is kept when it changes, and not again', async () => {
    await forget();
    for (const [amount, daysAgo] of [
      [999, 50],
      [999, 49],
      [899, 20],
      [899, 10],
      [999, 5],
    ] as const)
      await record(amount, daysAgo);
    expect(await kept()).toEqual([999, 899, 999]);
  });

  test.each([
    ['asked for 20 days ago', 20, 10, 899],
    ['asked for from long ago until 29 days ago', 90, 29, 899],
    ['asked for until 31 days ago', 90, 31, undefined],
  ] as const)('DA-packages: a lower price %s', async (_, from, until, lowest) => {
    await forget();
    await record(first, 120);
    await record(899, from);
    await record(first, until);
    const [smallest, ...rest] = await shown();
    expect(smallest?.price.amount).toBe(first);
    expect(smallest?.lowest?.amount).toBe(lowest);
    expect(rest.some((each) => each.lowest)).toBe(false);
  });

  test('a price that was higher before is not named', async () => {
    await forget();
    await record(first + 100, 60);
    await record(first, 10);
    expect((await shown()).some((each) => each.lowest)).toBe(false);
  });
});
