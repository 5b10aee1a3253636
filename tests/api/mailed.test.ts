// Real calls whose mails go out by SMTP, in every language: both parts, a neutral subject, links that work once, and one click that ends a mail.
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINK_REPEAT_SECONDS } from '#domain/limits';
import { openMailer } from '#server/mail/index';
import { eventSweep } from '#server/mail/notifications/sweep-events';
import { sent } from '../support/chats.ts';
import { cookieIn, freshIp, joinWith, rightForm } from '../support/joining.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { findTelling } from '../support/neutral-subjects.ts';
import { figure, siteAt, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const NEW = 'purple lanterns over water';
const site = siteAt(0);
let mails: MailServer;
let server: TestServer & { close(): Promise<void> };

beforeAll(async () => {
  mails = await startMailServer();
  const mailer = openMailer(mails.url, '', () => new Date());
  server = await startTestServer(await usualDatabase(), { mailer });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

/** The newest mail to an address, after the queue is empty; checks what holds for every mail. */
async function mailTo(email: string, language: string): Promise<ParsedMail> {
  await server.runJobs();
  const arrived = mails.received.findLast(({ to }) => to.length === 1 && to[0] === email);
  if (!arrived) throw new Error(`No mail to ${email} arrived.`);
  const { subject = '', text = '', html } = arrived.mail;
  expect([subject, findTelling(subject, language, site.name)]).toEqual([subject, null]);
  expect(subject).not.toContain('{{');
  expect(text).not.toMatch(/\{\{|undefined/);
  expect(html).toContain(`<html lang="${language}`);
  return arrived.mail;
}

/** The token of a mail's one link with a token, which is the same in both parts. */
function tokenIn({ text = '', html }: ParsedMail): string {
  const tokens = (part: string): string[] => [
    ...new Set([...part.matchAll(/[?&]token=([\w-]{43})(?![\w-])/g)].flatMap(([, each]) => each ?? [])),
  ];
  expect(tokens(text)).toHaveLength(1);
  expect(tokens(html || '')).toEqual(tokens(text));
  return tokens(text)[0] ?? '';
}

const post = async (path: string, json: object, as?: { cookie: string }, method = 'POST') =>
  server.call(`/api/${path}.php`, { method, json, ip: freshIp(), ...(as ? { as } : {}) });

/** The link works, and a second time it says that it has expired; a mail scanner and another brand do not use it up, and nothing tells its token. */
async function expectOnce(
  path: string,
  json: { readonly token: string; readonly password?: string; readonly password_again?: string },
): Promise<{ cookie: string }> {
  const { token } = json;
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    await server.call(`/api/${path}.php`, { method, query: `token=${token}`, headers: { 'content-type': null } });
  expect((await server.call(`/api/${path}.php`, { method: 'POST', json, site: siteAt(1), ip: freshIp() })).status).toBe(
    410,
  );
  const first = await post(path, json);
  expect(first.text).not.toContain(token);
  expect(server.logged.join('')).not.toContain(token);
  expect(first.status, path).toBe(200);
  // Until then the same form may come twice, by a double tap.
  server.advance(LINK_REPEAT_SECONDS);
  const second = await post(path, json);
  expect([second.status, second.body.error?.code], path).toEqual([410, 'link_expired']);
  return cookieIn(first);
}

const languages = site.codes.slice(0, figure(site.codes.length, 2));

test.each([...new Set([...languages, 'pl'])])(
  'AC20 C8 AU26 AU20 AC6 AC18: the mailed links of an account work once each, in %s',
  async (language) => {
    const form = rightForm({ language });
    const email = form['email'] ?? '';
    const joined = cookieIn(await joinWith(server, form));
    const activation = tokenIn(await mailTo(email, language));
    expect((await post('activate', { token: activation }, joined)).status).toBe(200);

    await post('login-mail', { email });
    await expectOnce('login-mail-do', { token: tokenIn(await mailTo(email, language)) });

    await post('password-reset', { email });
    const reset = tokenIn(await mailTo(email, language));
    const session = await expectOnce('password-reset-do', { token: reset, password: NEW, password_again: NEW });
    await mailTo(email, language);

    const next = `${crypto.randomUUID()}@example.test`;
    expect((await post('email', { email: next, password: NEW }, session, 'PUT')).status).toBe(204);
    await expectOnce('email-confirm', { token: tokenIn(await mailTo(next, language)) });
    await expectOnce('email-confirm', { token: tokenIn(await mailTo(email, language)) });

    const again = cookieIn(await post('user', { email, password: NEW }));
    expect((await post('export', { password: NEW }, again)).status).toBe(204);
    expect((await mailTo(email, language)).text).not.toContain('token=');
    const left = await post('account', { password: NEW, reason: 'other', remarks: '' }, again, 'DELETE');
    expect(left.status).toBe(200);
    await expectOnce('account-reactivate', { token: tokenIn(await mailTo(email, language)) });
  },
);

test('AC20: a mail program ends what a mail has told by one click at the address in its header', async () => {
  server.holdClock();
  const me = await server.member();
  const other = await server.member({ gender: 'male', credits: 20, paid_user: true });
  await sent(server, other, { profile: me.id });
  server.advance(15 * 60);
  await eventSweep.start(server.app.services, { tenant: site.id });
  const mail = await mailTo(me.email, 'en');
  const header = (name: string): string =>
    (mail.headerLines.find(({ key }) => key === name)?.line ?? '').replaceAll(/\s+/g, ' ');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, address = ''] = /^List-Unsubscribe: <(.+)>$/.exec(header('list-unsubscribe')) ?? [];
  const url = new URL(address);
  expect(url.host.split(':')[0]).toBe(`${site.folder}.localhost`);
  const wanted = async () => (await server.call('/api/notifications.php', { as: me })).body['types'];
  const click = (method: string, more: object) =>
    server.call(url.pathname, {
      query: url.searchParams.toString(),
      method,
      headers: { 'sec-fetch-site': null, 'sec-fetch-mode': null, 'sec-fetch-dest': null, 'idempotency-key': null },
      ...more,
    });
  expect((await click('GET', {})).status).toBe(303);
  expect(await wanted()).toMatchObject({ new_conversations: true });
  expect((await click('POST', { body: 'List-Unsubscribe=One-Click' })).status).toBe(204);
  expect(await wanted()).toMatchObject({ new_conversations: false, like: true });
});

test('F9: of a hundred addresses with something behind them no mail goes to more than the one who asked', async () => {
  const member = await server.member();
  const ends = [
    '\r\nBcc: x@example.test',
    '\nTo: x@example.test',
    '%0d%0aBcc:x@example.test',
    ', x@example.test',
    ';x@example.test',
  ];
  const asked = Array.from({ length: figure(100, 25) }, (_, at) => `${member.email}${ends[at % ends.length]}${at}`);
  mails.received.length = 0;
  for (const email of asked) {
    const answers = [
      await post('password-reset', { email }),
      await post('login-mail', { email }),
      await post('complaint', { email, subject: 'else', text: `Hello ${email}` }),
      await post('email', { email, password: member.password }, member, 'PUT'),
      await joinWith(server, rightForm({ email })),
    ];
    expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([]);
  }
  await server.runJobs();
  expect(mails.received).toEqual([]);
});
