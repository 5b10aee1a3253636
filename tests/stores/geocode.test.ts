// The store of the member's town: the browser's position, coarsened before it is sent, and remembered for an hour.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GEOCODE_CACHE_MS } from '#domain/limits';
import { $geocode, locate, resetGeocode } from '#stores/geocode';
import { clearPrivateData } from '#stores/private-data';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { browser, clock } = vi.hoisted(() => ({
  browser: { position: { lat: 0, lon: 0 } as { lat: number; lon: number } | 'denied' | 'no_position' },
  clock: { now: new Date('2026-06-01T12:00:00Z') },
}));
vi.mock('#lib/position', () => ({ currentPosition: () => Promise.resolve(browser.position) }));
vi.mock('#lib/clock', async (original) => ({ ...(await original<object>()), now: () => clock.now }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 0, baseMs: 1, capMs: 1 },
}));

let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;
const asked = () => traffic.calls.filter((call) => call.includes('geocode')).length;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => '');
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});
beforeEach(() => {
  clearPrivateData();
  traffic.calls.length = 0;
});

test('PR7 PR10 SA7: the town of the position, which leaves the browser with two decimals', async () => {
  browser.position = { lat: 52.0907374, lon: 5.1214201 };
  expect($geocode.get()).toEqual({ state: 'idle' });
  const finding = locate();
  expect($geocode.get()).toEqual({ state: 'asking' });
  const place = { country: 'NL', region: { id: 'NL-UT', name: 'Utrecht' }, city: 'Utrecht' };
  expect(await finding).toEqual(place);
  expect($geocode.get()).toEqual({ state: 'active', place });
  expect(traffic.calls).toEqual(['GET /api/geocode.php?lat=52.09&lon=5.12']);
});

test('PR9: a town is remembered for an hour, not longer, and not after the session', async () => {
  browser.position = { lat: 52.0911, lon: 5.1188 };
  for (const [seconds, calls] of [
    [0, 1],
    [GEOCODE_CACHE_MS / 1000 - 1, 1],
    [1, 2],
  ] as const) {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
    await locate();
    expect(asked()).toBe(calls);
  }
  clearPrivateData();
  await locate();
  expect(asked()).toBe(3);
});

test('PR7 PR10: each failure has its own state: refused, no position, no town near, no answer', async () => {
  for (const fault of ['denied', 'no_position'] as const) {
    browser.position = fault;
    expect(await locate()).toBeNull();
    expect($geocode.get()).toEqual({ state: 'error', fault });
  }
  browser.position = { lat: 30, lon: -40 };
  await locate();
  expect($geocode.get()).toEqual({ state: 'error', fault: 'nowhere' });
  browser.position = { lat: 48.1, lon: 11.6 };
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError('cut'));
  await locate().finally(() => (globalThis.fetch = fetch));
  expect($geocode.get()).toEqual({ state: 'error', fault: 'failed' });
});

test('PR10: a town that arrives after the form was left is not applied', async () => {
  browser.position = { lat: 52.09, lon: 5.12 };
  const finding = locate();
  resetGeocode();
  expect(await finding).toBeNull();
  expect($geocode.get()).toEqual({ state: 'idle' });
});
