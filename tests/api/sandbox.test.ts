// The payment sandbox end to end: an order leads to its page, the page sends the payer back, and its webhook settles
// the payment.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderUnavailable, type ProviderOrder, RefundRefused } from '#server/payments/provider';
import { sandboxProvider } from '#server/payments/sandbox';
import { type Sandbox, startSandbox } from '#server/payments/sandbox-host/server';
import { readLanguages } from '#site/texts';
import { freshFolder } from '../support/processes.ts';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';
import { eventually, within } from '../support/eventually.ts';

const root = process.cwd();
const secret = 'the secret of the sandbox test';
const site = siteAt(0);
const open = (folder: string | null, port = 0): Promise<Sandbox> =>
  startSandbox({ root, host: '127.0.0.1', port, secret, folder, now: () => new Date() });
const at = (address: string): string => address.replace('//localhost', '//127.0.0.1');
const press = (address: string, form: Record<string, string>): Promise<Response> =>
  fetch(at(address), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('sandbox', () => {
  let sandbox: Sandbox;
  let server: TestServer & { close(): Promise<void> };
  let isUp = true;
  let refused = 0;
  const http = createServer((request, response) => {
    if (isUp) void (getRequestListener(server.app.fetch) as RequestListener)(request, response);
    else {
      refused += 1;
      response.writeHead(500).end();
    }
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    sandbox = await open(null);
    const provider = sandboxProvider({ url: at(sandbox.url), secret });
    const env = { PORT: String((http.address() as AddressInfo).port) };
    server = await startTestServer(await usualDatabase(), { provider }, env);
  });
  afterAll(async () => {
    await sandbox.close();
    await server.close();
    http.close();
  });
  const buy = async (draft: { country?: string } = {}, method = 'visa') => {
    const me = await server.member(draft);
    const { body } = await server.call('/api/payment.php', { json: { package: '35', method }, as: me });
    const { payment_id } = body['payment'] as { payment_id: string };
    const status = async (): Promise<string> => {
      const { body } = await server.call('/api/payment.php', { query: `id=${payment_id}`, as: me });
      return (body['payment'] as { status: string }).status;
    };
    const becomes = (wanted: string) => eventually(async () => expect(await status()).toBe(wanted));
    return { me, id: payment_id, page: body['redirect'] as string, status, becomes };
  };

  test('CR14: its page says that no money moves and shows the order; paying leads back and credits the account', async () => {
    const { me, id, page, becomes } = await buy();
    const shown = await fetch(at(page));
    const html = await shown.text();
    for (const words of ['Sandbox: no real money.', '€45.99', site.niche.descriptor, 'Visa', '<html lang="en">'])
      expect(html).toContain(words);
    expect(html).not.toMatch(/<script| style=| on\w+=/);
    expect(html.toLowerCase()).not.toContain(site.name.toLowerCase());
    const policy = shown.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' http://${site.folder}.localhost`);
    expect(policy).not.toContain('unsafe');
    const back = await press(page, { action: 'pay' });
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `http://${site.folder}.localhost/transactions/${id}`,
    ]);
    await becomes('paid');
    expect((await server.call('/api/user.php', { as: me })).body['user']).toMatchObject({
      credits: 35,
      paid_user: true,
    });
    const again = await (await fetch(at(page))).text();
    expect(again).toContain('This payment is complete.');
    expect(again).not.toContain('<form');
    await press(page, { action: 'fail' });
    const provider = sandboxProvider({ url: at(sandbox.url), secret });
    expect(await provider.read(page.split('/').at(-1) ?? '')).toMatchObject([{ kind: 'paid' }]);
  });

  test('CR15: failure, cancellation and expiry are reported; paying later is pending first', async () => {
    for (const [action, wanted] of [
      ['fail', 'failed'],
      ['cancel', 'cancelled'],
      ['expire', 'expired'],
    ] as const) {
      const { page, becomes } = await buy();
      expect((await press(page, { action })).status).toBe(303);
      await becomes(wanted);
    }
    const { id, page, becomes } = await buy();
    await press(page, { action: 'later' });
    await becomes('paid');
    const told = await server.database.inTenant(site.id, (db) =>
      db.selectFrom('webhook_event').select('kind').where('payment', '=', id).orderBy('received_at').execute(),
    );
    expect(told.map(({ kind }) => kind)).toEqual(['pending', 'paid']);
  });

  test('CR20: it reports partial refunds, a chargeback and its reversal, with the totals so far', async () => {
    const { me, id, page, becomes } = await buy();
    const ref = page.split('/').at(-1) ?? '';
    expect(sandbox.act(ref, 'refund')).toBe(false);
    await press(page, { action: 'pay' });
    await becomes('paid');
    expect([sandbox.act(ref, 'refund', { amount: 4600 }), sandbox.act(ref, 'reverse')]).toEqual([false, false]);
    expect([sandbox.act(ref, 'refund', { amount: 1000 }), sandbox.act(ref, 'refund', { amount: 1000 })]).toEqual([
      true,
      true,
    ]);
    await becomes('partly_refunded');
    const read = async () => (await server.call('/api/payment.php', { query: `id=${id}`, as: me })).body['payment'];
    await eventually(async () => expect(JSON.stringify(await read())).toContain('2000'));
    expect(await (await fetch(at(page))).text()).toContain('Part of this payment was refunded.');
    const provider = sandboxProvider({ url: at(sandbox.url), secret });
    expect(await provider.read(ref)).toMatchObject([{ kind: 'refunded', amount: 2000 }]);
    for (let time = 0; time < 2; time += 1)
      await provider.refund({ ref, key: 'withdrawal', amount: 500, currency: 'EUR' });
    expect(await provider.read(ref)).toMatchObject([{ kind: 'refunded', amount: 2500 }]);
    await expect(provider.refund({ ref, key: 'more', amount: 9999, currency: 'EUR' })).rejects.toThrow(RefundRefused);
    expect(sandbox.act(ref, 'chargeback')).toBe(true);
    await becomes('chargeback');
    expect(await provider.read(ref)).toMatchObject([
      { kind: 'refunded', amount: 2500 },
      { kind: 'chargeback', amount: 4599 },
    ]);
    expect(sandbox.act(ref, 'reverse')).toBe(true);
    await becomes('partly_refunded');
    expect(sandbox.act(ref, 'refund')).toBe(true);
    await becomes('refunded');
  });

  test('CR10: eps asks for a bank first, a card does not', async () => {
    const { page, status, becomes } = await buy({ country: 'AT' }, 'eps');
    expect(await (await fetch(at(page))).text()).toContain('Choose your bank');
    for (const form of [{ action: 'pay' }, { action: 'pay', bank: 'mine' }]) {
      const refused = await press(page, form);
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Choose a bank first.')]);
    }
    expect(await status()).toBe('created');
    expect((await press(page, { action: 'pay', bank: 'two' })).status).toBe(303);
    await becomes('paid');
    expect(await (await fetch(at((await buy()).page))).text()).not.toContain('name="bank"');
  });

  test('B6: a webhook that is not accepted is sent again until it is, and counts once', async () => {
    const { me, page, becomes } = await buy();
    isUp = false;
    await press(page, { action: 'pay' });
    // At once, and again.
    await eventually(() => expect(refused).toBeGreaterThan(1));
    isUp = true;
    await becomes('paid');
    expect((await server.call('/api/user.php', { as: me })).body['user']).toMatchObject({ credits: 35 });
  });

  test('B2: without the token it creates, shows and changes no payments', async () => {
    const url = at(sandbox.url);
    for (const authorization of ['', 'Bearer ', 'Bearer x'])
      for (const [path, method] of [
        ['/payments', 'POST'],
        ['/payments/x', 'GET'],
        ['/payments/x/pay', 'POST'],
      ] as const)
        expect((await fetch(url + path, { method, headers: { authorization } })).status).toBe(401);
    for (const path of ['/', '/pay', '/pay/nothing', '/..%2f']) expect((await fetch(url + path)).status).toBe(404);
  });

  test.each(readLanguages(root).map(({ code }) => code))('its page is in %s', async (language) => {
    const provider = sandboxProvider({ url: at(sandbox.url), secret });
    const { redirect } = await provider.create({ ...someOrder(), language });
    const html = await (await fetch(at(redirect))).text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/\{\{|undefined/);
  });
});

const someOrder = (): ProviderOrder => ({
  ...{ tenant: 1, id: crypto.randomUUID(), amount: 999, currency: 'EUR', method: 'sct', hasBankStep: false },
  ...{ orderedAt: new Date(), sentAt: new Date(), keepsCard: false, card: null, debit: null },
  ...{ language: 'en', descriptor: 'A company', returnTo: 'http://localhost:9/', notify: 'http://127.0.0.1:9/' },
});

test('B6: after a restart it knows its payments, their references, and the unsent webhooks', async () => {
  const folder = freshFolder();
  const heard: string[] = [];
  let isAway = true;
  const ear = createServer((request, response) => {
    if (isAway) response.destroy();
    else request.on('data', (chunk) => heard.push(String(chunk))).on('end', () => response.writeHead(204).end());
  });
  const first = await open(folder);
  const provider = sandboxProvider({ url: at(first.url), secret });
  await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve));
  const notify = `http://sub.localhost:${(ear.address() as AddressInfo).port}/hook`;
  const order = { ...someOrder(), notify };
  const [made, lost] = [await provider.create(order), await provider.create(someOrder())];
  expect(first.act(made.ref, 'pay')).toBe(true);
  expect(first.act(made.ref, 'fail')).toBe(false);
  await first.close();
  const second = await open(folder, Number(new URL(first.url).port));
  expect(await provider.create(order)).toEqual(made);
  expect(await provider.read(made.ref)).toMatchObject([
    { kind: 'paid', payment: order.id, amount: 999, currency: 'EUR' },
  ]);
  expect(await provider.read(lost.ref)).toMatchObject([{ kind: 'created' }]);
  expect(await provider.read('sbx_nothing')).toEqual([]);
  isAway = false;
  await eventually(() => expect(heard[0]).toContain('"paid"'));
  await second.close();
  await expect(provider.create(order)).rejects.toThrow(ProviderUnavailable);
  ear.close();
});

test('B6: a provider that is slow, disconnects or answers nonsense counts as down', async () => {
  const answers: RequestListener[] = [
    (_, response) => response.writeHead(500).end('{}'),
    (_, response) => response.writeHead(200).end('<html>'),
    (_, response) => response.writeHead(200).end('{"ref":"","redirect":"x"}'),
    (_, response) => response.writeHead(200).end('{"ref":"one","redirect":"javascript:alert(1)"}'),
    (_, response) => response.writeHead(200).end('{"ref":"\\u0000","redirect":"http://localhost/"}'),
    (_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
    (_, response) => response.destroy(),
    () => undefined,
  ];
  for (const listener of answers) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const created = sandboxProvider({ url, secret }).create(someOrder());
    await expect(within(60_000, created)).rejects.toThrow(ProviderUnavailable);
    server.closeAllConnections();
    server.close();
  }
});
