// How many members a widened search finds, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $wider } from '#stores/wider-search';
import { block, type MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
  me = await server.member({ gender: 'male', country: 'NL', birth_date: '1990-06-15' });
  for (const birth_date of ['1990-01-01', '1991-01-01', '1950-01-01'])
    await server.member({ birth_date, country: 'NL' });
  await server.member({ birth_date: '1951-01-01', country: 'BE' });
  const blocked = await server.member({ birth_date: '1951-01-01', country: 'NL' });
  await block(server.database, siteAt(0), blocked.id, me.id);
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});

const ages = { min_age: 70, max_age: 99 };

test('ME3 ME7 SA1: each way to widen says how many it finds, without those who are blocked', async () => {
  await $wider.open([
    { name: 'region', filters: ages },
    { name: 'ages', filters: { min_age: 18, max_age: 99, countryregion: 'NL-UT' } },
    { name: 'all', filters: { min_age: 18, max_age: 99 } },
    { name: 'country', filters: { ...ages, country: 'any' } },
  ]);
  expect($wider.ready()?.counts).toEqual(
    new Map(
      Object.entries({ region: 1, ages: 0, all: 3, country: 2 }).map(([name, numResults]) => [
        name,
        { numResults, at_least: false },
      ]),
    ),
  );
});

test('ME3: a search that cannot be counted is a failure, which leaves the ways without numbers', async () => {
  await $wider.open([{ name: 'ages', filters: { min_age: 5 } }]);
  expect($wider.get()).toEqual({ state: 'failed', code: 'invalid' });
});
