// Where the answer must not tell whether an address has an account, or which member may not be seen, all take the same statements and jobs.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DISCLOSURE } from '#domain/limits';
import { contractCalls, requestFor } from '../support/calls.ts';
import { freshDatabase } from '../support/databases.ts';
import { freshIp, rightForm } from '../support/joining.ts';
import { type App, createApp } from '#server/app';
import { type Recorder, recordStatements } from '../support/plans.ts';
import { siteAt, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer & { close(): Promise<void> };
let neutral: App;
let recorder: Recorder;
beforeAll(async () => {
  recorder = recordStatements();
  server = await startTestServer(await freshDatabase('postgres'));
  const siteSettings = { ...siteAt(0).siteSettings, account_disclosure: 'neutral' as const };
  neutral = await createApp({ ...server.app.services, sites: [{ ...siteAt(0), siteSettings }] });
});
afterAll(async () => {
  await neutral.close();
  await server.close();
});

/** The statements that a call sends and the jobs that it adds, which the queue of a test server keeps in memory. */
async function workOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const add = vi.spyOn(server.app.services.queue, 'add');
  const texts = await recorder.textsDuring(call);
  const jobs = add.mock.calls.map(([, { name }]) => `job ${name}`);
  add.mockRestore();
  return [...texts, ...jobs];
}

/** An address without an account, and one with an account of each status. */
async function addresses(): Promise<Record<string, string>> {
  const made: Record<string, string> = { none: `${crypto.randomUUID()}@example.test` };
  for (const status of ['active', 'not_confirmed', 'pending_deletion', 'suspended'] as const)
    made[status] = (await server.member({ status })).email;
  return made;
}

const onlyEmail = (email: string): object => ({ email });
const sent = { status: 200, body: { sent: true } };
const credentials = (email: string): object => ({ email, password: 'not the password' });
const wrong = { status: 422, body: { error: { code: 'login_failed' } } };
const form = (email: string): object => rightForm({ email });
const mailed = { status: 403, body: { error: { code: 'check_mail' } } };

test.each([
  ['auth.login', '/api/user.php', 'anywhere', credentials, wrong],
  ['auth.requestLoginMail', '/api/login-mail.php', 'anywhere', onlyEmail, sent],
  ['auth.requestReset', '/api/password-reset.php', 'at the limit of disclosures', onlyEmail, sent],
  ['auth.requestReset', '/api/password-reset.php', 'in a neutral brand', onlyEmail, sent],
  ['signup.join', '/api/signup.php', 'at the limit of disclosures', form, mailed],
  ['signup.join', '/api/signup.php', 'in a neutral brand', form, mailed],
] as const)('C2 C3 DB6: %s (%s) does the same work for every address %s', async (_, path, where, inputOf, expected) => {
  const ip = freshIp();
  const as = await server.member();
  const ask = async (email: string): Promise<void> => {
    const app = where === 'in a neutral brand' ? neutral : server.app;
    // Also in the browser of a member, whose session is compared with the account.
    const { status, body } = await server.callApp(app, path, { json: inputOf(email), ip, as });
    expect([email, { status, body }]).toEqual([email, expected]);
  };
  if (where === 'at the limit of disclosures')
    for (let number = 0; number < DISCLOSURE.addresses; number += 1)
      await server.call('/api/password-reset.php', { json: { email: `${crypto.randomUUID()}@example.test` }, ip });
  // The first call of a session also looks it up.
  await ask(`${crypto.randomUUID()}@example.test`);
  const asked = await addresses();
  const work: Record<string, readonly string[]> = {};
  for (const [status, email] of Object.entries(asked)) work[status] = await workOf(() => ask(email));
  expect(work['none']?.length).toBeGreaterThan(0);
  for (const [status, texts] of Object.entries(work)) {
    expect([status, texts]).toEqual([status, work['none']]);
    // A statement that writes where it finds an account costs more there.
    expect(texts.filter((text) => /\bupdate "?account"?\b/.test(text))).toEqual([]);
  }
});

test('C2 C3 DB6: settings.changeEmail does the same work for every address in a neutral brand', async () => {
  const work: Record<string, readonly string[]> = {};
  // The first call of a process also reads its secrets.
  const asked = { first: `${crypto.randomUUID()}@example.test`, ...(await addresses()) };
  for (const [status, email] of Object.entries(asked)) {
    // A member asks once, since mails are counted; the first call of a session also looks it up.
    const as = await server.member();
    await server.callApp(neutral, '/api/user.php', { as });
    work[status] = await workOf(async () => {
      const json = { email, password: as.password };
      const answer = await server.callApp(neutral, '/api/email.php', { method: 'PUT', json, as, ip: freshIp() });
      expect([status, answer.status, answer.text]).toEqual([status, 204, '']);
    });
  }
  expect(work['none']).toContain('job email_link_mail');
  const { first: _, ...compared } = work;
  for (const [status, texts] of Object.entries(compared)) expect([status, texts]).toEqual([status, work['none']]);
});

const ABOUT = ['members.view', 'chats.messages', 'chats.send', 'likes.add', 'safety.report'] as const;
test.each(ABOUT)(
  'D2: %s answers the same after the same work about every member who may not be seen, and about none',
  async (name) => {
    const call = contractCalls.find((each) => each.name === name);
    if (!call) throw new Error(`There is no call ${name}.`);
    const as = await server.member({ credits: 50 });
    const ask = async (id: string): Promise<string> => {
      const { status, text } = await server.call(call.endpoint.path, { ...requestFor(call, id), as });
      return `${status} ${text}`;
    };
    const unseen: Record<string, string> = {
      none: crypto.randomUUID(),
      suspended: (await server.member({ status: 'suspended' })).id,
      leaving: (await server.member({ status: 'pending_deletion' })).id,
      disabled: (await server.member({ profile_status: 'disabled' })).id,
      elsewhere: (await server.member({}, siteAt(1))).id,
    };
    const first = await ask(crypto.randomUUID());
    expect(first).toMatch(/^404 /);
    const work: Record<string, readonly string[]> = {};
    for (const [who, id] of Object.entries(unseen))
      work[who] = await workOf(async () => expect([who, await ask(id)]).toEqual([who, first]));
    expect(work['none']?.length).toBeGreaterThan(0);
    for (const [who, texts] of Object.entries(work)) expect([who, texts]).toEqual([who, work['none']]);
  },
);
