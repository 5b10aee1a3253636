// The card that the sandbox keeps: charged without its page, or declined.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxProvider } from '#server/payments/sandbox';
import { type Sandbox, startSandbox } from '#server/payments/sandbox-host/server';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const secret = 'the secret of the sandbox test';
const pay: RequestInit = { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' };
let sandbox: Sandbox;
let server: TestServer & { close(): Promise<void> };
const http = createServer((request, response) => {
  void (getRequestListener(server.app.fetch) as RequestListener)(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const now = (): Date => new Date();
  sandbox = await startSandbox({ root: process.cwd(), host: '127.0.0.1', port: 0, secret, folder: null, now });
  const provider = sandboxProvider({ url: sandbox.url.replace('//localhost', '//127.0.0.1'), secret });
  server = await startTestServer(
    await usualDatabase(),
    { provider },
    { PORT: String((http.address() as AddressInfo).port) },
  );
});
afterAll(async () => {
  await sandbox.close();
  await server.close();
  http.close();
});

test('CR4 CR12 CR17: a card it was allowed to keep is charged without its page; the one that is declined fails', async () => {
  for (const [method, last_four, outcome] of [
    ['visa', '4242', 'paid'],
    ['creditcard', '0002', 'failed'],
  ] as const) {
    const me = await server.member({ country: 'NL' });
    const order = { package: '15', method, remember_card: true };
    const { body } = await server.call('/api/payment.php', { json: order, as: me });
    await fetch((body['redirect'] as string).replace('//localhost', '//127.0.0.1'), pay);
    const offer = async () => (await server.call('/api/repeat-order.php', { as: me })).body;
    await eventually(async () => expect((await offer())['card']).not.toBeNull());
    expect((await offer())['card']).toEqual({ brand: 'Visa', last_four });
    const again = await server.call('/api/repeat-order.php', { json: { package: '15', amount: 2199 }, as: me });
    const { payment_id: id } = again.body['payment'] as { payment_id: string };
    expect(again.body['redirect']).toMatch(new RegExp(`/transactions/${id}$`));
    const status = async () => {
      const { body: shown } = await server.call('/api/payment.php', { query: `id=${id}`, as: me });
      return (shown['payment'] as { status: string }).status;
    };
    await eventually(async () => expect(await status()).toBe(outcome));
  }
});
