// The store of towns, used as the profile uses it, against the real server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { $cities, loadCities } from '#stores/cities';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;
const stop = $cities.listen(() => undefined);

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => '');
});
afterAll(async () => {
  stop();
  await server.close();
});

test('PR3 PR11: the towns of a region are asked for once, and none without a region', async () => {
  await loadCities('NL-UT');
  expect($cities.get()).toContain('Utrecht');
  const { length } = traffic.calls;
  await loadCities('');
  expect($cities.get()).toEqual([]);
  await loadCities('NL-UT');
  expect($cities.get()).toContain('Utrecht');
  expect(traffic.calls).toHaveLength(length);
});
