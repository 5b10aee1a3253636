// What the doctor counts in the database: profiles of each brand.
import { expect, test } from 'vitest';
import { profilesOf } from '#scripts/doctor/profiles';
import { DEMO_LOGIN } from '#server/config/demo-members';
import { readConfig } from '#server/config/index';
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
