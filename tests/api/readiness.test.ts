// Readiness: a busy process is ready, and frequent checks cost the database nothing.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readiness } from '#server/http/health';
import { freshDatabase } from '../support/databases.ts';
import { engines, siteAt, startTestServer } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

describe.each(engines)('readiness on %s', (engine) => {
  test('H5: a process whose connections are all used by calls is ready', async () => {
    const config = await freshDatabase(engine);
    const server = await startTestServer(config.kind === 'postgres' ? { ...config, poolSize: 2 } : config);
    const free = Promise.withResolvers<void>();
    onTestFinished(() => {
      free.resolve();
      return server.close();
    });
    const taken = Array.from({ length: 4 }, () => server.database.inTenant(siteAt(0).id, () => free.promise));
    // A busy machine may need a second try; waiting for a connection of the calls would never end.
    await eventually(async () => expect((await server.call('/readyz')).status).toBe(200));
    free.resolve();
    await Promise.all(taken);
  });
});

describe('readiness', () => {
  test('H5: the database is asked once a second, for any number of checks', async () => {
    let clock = 0;
    let asked = 0;
    let isAway = false;
    const ping = () => ((asked += 1), isAway ? Promise.reject(new Error('away')) : Promise.resolve());
    const isReady = readiness({ ping }, () => clock);
    expect(await Promise.all(Array.from({ length: 50 }, isReady))).toEqual(Array(50).fill(true));
    clock += 900;
    isAway = true;
    expect([await isReady(), asked]).toEqual([true, 1]);
    clock += 200;
    expect([await isReady(), await isReady(), asked]).toEqual([false, false, 2]);
    isAway = false;
    clock += 1100;
    expect([await isReady(), asked]).toEqual([true, 3]);
  });

  test('H5: a silent database counts as down after 1.5 s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const isReady = readiness({ ping: () => new Promise<void>(() => undefined) });
    const answer = isReady();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await answer).toBe(false);
  });
});
