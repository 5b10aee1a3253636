// Text messages: sent to a service, stored for the development mailbox, or not offered; errors name no number.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config/index';
import { devPhonePage } from '#server/sms/dev-phone';
import { listSms, openSms } from '#server/sms/index';

const sms = { to: '+31612345678', text: '123456 is your code' };
const now = (): Date => new Date('2026-03-01T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'matchloom-sms-'));
const taken: { authorization: string | undefined; url: string | undefined; body: unknown }[] = [];
let status = 202;
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => void (text += part.toString()));
  request.on('end', () => {
    const { url, headers } = request;
    taken.push({ url, authorization: headers.authorization, body: JSON.parse(text) });
    response.writeHead(status).end('{}');
  });
});
const senderTo = (SMS_URL: string) => openSms(readConfig({ NODE_ENV: 'test', SMS_URL }), now);
const address = (): string => `http://me:se%40cret@127.0.0.1:${(service.address() as AddressInfo).port}/send?x=1`;

beforeAll(() => new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  taken.length = 0;
  status = 202;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

test('CR50: a message is posted to the service with its login; a refusal is an error without number and address', async () => {
  await senderTo(address())?.send(sms);
  const authorization = `Basic ${Buffer.from('me:se@cret').toString('base64')}`;
  expect(taken).toEqual([{ url: '/send?x=1', authorization, body: sms }]);
  status = 500;
  await expect(senderTo(address())?.send(sms)).rejects.toThrow(/^The SMS service did not take a message: 500$/);
  await expect(senderTo('http://127.0.0.1:1/')?.send(sms)).rejects.toThrow(/: no answer$/);
  await expect(senderTo(address())?.send({ ...sms, to: '0612345678' })).rejects.toThrow();
});

test('CR50: without a service development stores messages and shows them escaped, and production has none', async () => {
  const sender = openSms(readConfig({ NODE_ENV: 'test', DATA_DIR: folder }), now);
  await sender?.send({ ...sms, text: '123456 <b>' });
  expect(await listSms(folder)).toEqual([{ ...sms, text: '123456 <b>', at: now().toISOString() }]);
  expect(await (await devPhonePage(folder)).text()).toContain('<td>+31612345678</td><td>123456 &#60;b&#62;</td>');
  expect(openSms(readConfig({ NODE_ENV: 'production' }), now)).toBeNull();
});
