// What the doctor counts in the database: profiles of each brand and payments without a provider.
import { expect, test } from 'vitest';
import { heldFindings } from '#scripts/doctor/held-payments';
import { profilesOf } from '#scripts/doctor/profiles';
import { DEMO_LOGIN } from '#server/config/demo-members';
import { type Config, readConfig } from '#server/config/index';
import type { PaymentRow } from '#server/payments/orders';
import type { Site } from '#site/load';
import { freshDatabase } from '../support/databases.ts';
import { siteAt, sites, startTestServer } from '../support/server.ts';

const config = readConfig({ NODE_ENV: 'test' });

test('DE94: profiles that members find are counted by brand, the fictional ones among them, and members of the demo noticed', async () => {
  const database = await freshDatabase('postgres');
  const server = await startTestServer(database);
  for (const fictional of [true, false, true]) await server.member({ fictional });
  const demo = await server.member({}, siteAt(1));
  await server.database.inTenant(siteAt(1).id, (db) =>
    db.updateTable('account').set({ email_key: DEMO_LOGIN }).where('id', '=', demo.id).execute(),
  );
  await server.close();
  const found = await profilesOf({ ...config, database }, sites);
  expect(found.get(siteAt(0).id)).toEqual({ profiles: 3, fictional: 2, demo: false });
  expect(found.get(siteAt(1).id)).toEqual({ profiles: 1, fictional: 0, demo: true });
});

test('a database that cannot be asked, or must not be opened, counts nothing', async () => {
  const away = { kind: 'postgres', url: 'postgres://x@127.0.0.1:1/x' } as const;
  for (const database of [away, { kind: 'memory' } as const])
    expect((await profilesOf({ ...config, database }, sites)).size).toBe(0);
});

test('DE112: payments of a provider whose key is missing are counted, those that are over are not', async () => {
  const database = await freshDatabase('postgres');
  const server = await startTestServer(database);
  type Row = Partial<Pick<PaymentRow, 'status' | 'provider' | 'check_at' | 'recheck_at'>>;
  const place = async (site: Site, row: Row) => {
    const { id: account } = await server.member({}, site);
    const at = new Date();
    const example = {
      ...{
        tenant: site.id,
        id: crypto.randomUUID(),
        account,
        package: '35',
        credits: 35,
        amount: 3999,
        currency: 'EUR',
      },
      ...{ vat: 21, method: 'ideal', country: 'NL', discount_code: null, provider: 'mollie', redirect: null },
      ...{ provider_ref: null, status: 'created' as const, created_at: at, updated_at: at, check_at: null },
    };
    await server.database.inTenant(site.id, (db) =>
      db
        .insertInto('payment')
        .values({ ...example, ...row })
        .execute(),
    );
  };
  const soon = new Date(Date.now() + 86_400_000);
  await place(siteAt(0), { check_at: soon });
  await place(siteAt(0), { status: 'paid', recheck_at: soon });
  await place(siteAt(1), { status: 'paid', recheck_at: soon });
  await place(siteAt(1), { status: 'expired' });
  await place(siteAt(1), { check_at: soon, provider: 'stripe' });
  await server.close();
  const [mollie, stripe] = [
    { key: 'live_x', url: null },
    { key: 'rk_live_x', url: null, webhookSecrets: [] },
  ];
  const said = async (given: Partial<Config>) =>
    (await heldFindings({ ...config, database, ...given }, sites)).map(({ state, text }) => `${state} ${text}`);
  expect(await said({ mollie, stripe })).toEqual([]);
  expect(await said({ mollie: null, stripe })).toEqual([
    expect.stringMatching(/^bad 1 open and 2 paid payments of mollie .*set MOLLIE_API_KEY again/),
  ]);
  expect(await said({ mollie, stripe: null })).toEqual([
    expect.stringMatching(/^bad 1 open and 0 paid payments of stripe .*set STRIPE_SECRET_KEY again/),
  ]);
});
