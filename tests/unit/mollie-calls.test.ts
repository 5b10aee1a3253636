// The time of Mollie's calls: what the client would repeat after it is not sent.
import { createMollieClient } from '@mollie/api-client';
import { afterAll, expect, test } from 'vitest';
import { withMollie } from '#server/payments/mollie/calls';
import { MOLLIE_KEY, startMollieHost } from '../support/mollie-host.ts';

const host = await startMollieHost();
afterAll(() => host.close());
const client = createMollieClient({ apiKey: MOLLIE_KEY, apiEndpoint: `${host.url}/v2/` });

test('B6 B7: a charge that Mollie’s client would repeat when the time is over is not made', async () => {
  const time = Promise.withResolvers<null>();
  const order = {
    amount: { currency: 'EUR', value: '10.00' },
    description: 'Order',
    redirectUrl: 'https://plain.example',
  };
  let sent: Promise<unknown> = Promise.resolve();
  // As after a long Retry-After: the work goes on when it has been given up.
  const work = withMollie((call) => call(() => (sent = time.promise.then(() => client.payments.create(order)))), 1);
  await expect(work).rejects.toThrow('Mollie does not answer.');
  time.resolve(null);
  await expect(sent).rejects.toThrow();
  expect([host.requests, host.payments.size]).toEqual([[], 0]);
});

test('B6 B7: nor is one that it repeats by itself, and work within its time is', async () => {
  host.failsOnce = 503;
  let sent: Promise<unknown> = Promise.resolve();
  const order = {
    amount: { currency: 'EUR', value: '10.00' },
    description: 'Order',
    redirectUrl: 'https://plain.example',
  };
  const began = withMollie((call) => {
    sent = client.payments.create(order);
    // The work ends with the first answer, which the client waits after.
    return call(() => host.answered.promise);
  }, 60_000);
  await began;
  await expect(sent).rejects.toThrow();
  expect(host.payments.size).toBe(0);
  await withMollie((call) => call(() => client.payments.create(order)), 60_000);
  expect(host.payments.size).toBe(1);
});
