// The store of the page after signup, used as the page uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $user, loadUser } from '#stores/session';
import { $changeAddress, $mailWait, $resendMail, $signupMember, openSignupMember, watchMail } from '#stores/signup';
import { joinNew } from '#tests/support/joining';
import { pageFetch } from '#tests/support/page-fetch';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';

vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/live', () => ({ listen: () => () => undefined, announce: () => undefined }));
vi.mock('#lib/storage', () => ({ cookie: () => null, readStored: () => null, removeStored: () => undefined }));
const { clock } = vi.hoisted(() => ({ clock: { server: 0, ahead: 0, due: [] as (() => void)[] } }));
vi.mock('#lib/clock', () => ({
  now: () => new Date(clock.server + clock.ahead * 1000),
  after: (_ms: number, run: () => void) => {
    clock.due.push(run);
    return () => (clock.due = clock.due.filter((each) => each !== run));
  },
  pause: () => Promise.resolve(),
}));

/** Advances the page's clock by seconds; the server's clock stays. */
function pass(seconds: number): void {
  clock.ahead += seconds;
  for (const run of clock.due.splice(0)) run();
}

let server: TestServer & { close(): Promise<void> };
let cookie = '';
let calls = 0;
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  const ask = pageFetch(server, siteAt(0), () => cookie);
  globalThis.fetch = (input, init) => {
    calls += 1;
    return ask(input, init);
  };
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await server.close();
});

let token = '';
let stop = (): void => undefined;
beforeEach(async () => {
  stop();
  server.holdClock();
  clock.server = server.now().getTime();
  const joined = await joinNew(server);
  ({ cookie, token } = joined);
  clock.ahead = 0;
  clock.due = [];
  $user.set(undefined);
  stop = watchMail();
  await loadUser();
  calls = 0;
});

/** Sets the last mail's time back by so much. */
const askedBefore = (seconds: number) =>
  server.database.inTenant(siteAt(0).id, (db) =>
    db
      .updateTable('account')
      .set({ activation_asked_at: new Date(clock.server - seconds * 1000) })
      .where('id', '=', $user.get()?.id ?? '')
      .execute(),
  );

test('AU26: a new member can request the mail again after a minute, and sees the countdown', () => {
  expect($mailWait.get()).toBeGreaterThan(50);
  expect($mailWait.get()).toBeLessThanOrEqual(60);
  pass(20);
  expect($mailWait.get()).toBeLessThanOrEqual(40);
  pass(60);
  expect($mailWait.get()).toBe(0);
  expect(clock.due).toEqual([]);
});

test('AU26: an early request is answered by the remaining time, at once and without a retry', async () => {
  await askedBefore(45);
  pass(61);
  await $resendMail.submit(undefined);
  expect($resendMail.get()).toMatchObject({ state: 'failed', code: 'wait' });
  expect($mailWait.get()).toBeGreaterThan(5);
  expect($mailWait.get()).toBeLessThanOrEqual(15);
  expect(calls).toBe(1);
});

test('AU26: a repeated mail restarts the minute', async () => {
  await askedBefore(3600);
  pass(61);
  await $resendMail.submit(undefined);
  expect($resendMail.get()).toEqual({ state: 'done' });
  expect($mailWait.get()).toBe(60);
});

test('SG11: a repeated mail beyond the daily limit is not an error, and the member sees at once that it is owed', async () => {
  for (const owed of [null, null, expect.stringMatching(/T00:00:00/) as string]) {
    await askedBefore(3600);
    pass(61);
    await $resendMail.submit(undefined);
    expect($resendMail.get()).toEqual({ state: 'done' });
    expect($user.get()?.mail_after).toEqual(owed);
  }
});

test('AU26: a member who has confirmed meanwhile, on another device, is shown that instead', async () => {
  expect((await server.call('/api/activate.php', { json: { token }, as: { cookie } })).status).toBe(200);
  await $resendMail.submit(undefined);
  expect($user.get()?.status).toBe('active');
});

test('SG11: a corrected address shows at once, and the countdown starts for its mail', async () => {
  pass(61);
  const email = `${crypto.randomUUID()}@example.test`;
  await $changeAddress.submit({ email });
  expect($changeAddress.get()).toEqual({ state: 'done' });
  expect($user.get()?.email).toBe(email);
  expect($mailWait.get()).toBe(60);
  await $changeAddress.submit({ email: 'anna@' });
  expect($changeAddress.get()).toMatchObject({ state: 'failed', code: 'invalid', fields: { email: 'email_invalid' } });
  expect($user.get()?.email).toBe(email);
});

test('LA11: the member whose page led here can be written to, unless they are gone', async () => {
  const member = await server.member({ name: 'Sjoerd' });
  await $signupMember.open(member.id);
  expect($signupMember.get()).toMatchObject({ state: 'ready', member: { name: 'Sjoerd' } });
  calls = 0;
  openSignupMember(member.id);
  expect(calls).toBe(0);
  await $signupMember.open(crypto.randomUUID());
  expect($signupMember.get()).toEqual({ state: 'gone' });
});
