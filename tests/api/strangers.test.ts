// A stranger who knows an address cannot keep its owner out, not for a minute (decisions A-lockout).
import type * as Argon2 from '@node-rs/argon2';
import { afterAll, expect, test, vi } from 'vitest';
import { cookieIn, freshIp, joinWith, leaveMidnight, rightForm, tokenTo } from '../support/joining.ts';
import { type CallAnswer, figure, startTestServer } from '../support/server.ts';
import { freshDatabase } from '../support/databases.ts';

// Checking the wrong passwords of the attack would take most of the time.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const verify: typeof Argon2.verify = (hash, password, ...rest) =>
    String(password).startsWith('wrong') ? Promise.resolve(false) : argon2.verify(hash, password, ...rest);
  return { ...argon2, verify };
});

// Only PostgreSQL lets many requests wait for the same rows.
const server = await startTestServer(await freshDatabase('postgres'), {}, { RATE_LIMITS: '1' });
afterAll(() => server.close());

const STRANGE = 'eleven purple kettles';
async function leaveThrice(email: string): Promise<void> {
  for (let each = 0; each < 3; each += 1) {
    const as = cookieIn(await joinWith(server, rightForm({ email, password: STRANGE })));
    const json = { password: STRANGE, reason: 'other', remarks: '' };
    await server.call('/api/account.php', { method: 'DELETE', as, json });
  }
}

const ADDRESSES = Array.from({ length: 10 }, (_, place) => `198.51.100.${place}`);

/** From ten addresses: 500 wrong passwords, 50 forms that join and as many requests for login mails. */
async function attack(email: string): Promise<CallAnswer[]> {
  const from = (tries: number, work: (ip: string, at: number) => Promise<CallAnswer>) =>
    Array.from({ length: tries }, (_, at) => work(ADDRESSES[at % ADDRESSES.length] ?? '', at));
  return Promise.all([
    ...from(figure(500, 150), (ip, at) =>
      server.call('/api/user.php', { json: { email, password: `wrong ${at}` }, ip }),
    ),
    ...from(figure(50, 20), (ip) => joinWith(server, rightForm({ email, password: STRANGE }), { ip })),
    ...from(figure(50, 20), (ip) => server.call('/api/login-mail.php', { json: { email }, ip })),
  ]);
}
/** On a busy machine an attack may use up the pool of connections; the owner tries again, as browsers do. */
async function insist(call: () => Promise<CallAnswer>): Promise<CallAnswer> {
  for (let tries = 0; tries < 30; tries += 1) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
  return call();
}
const isFailure = ({ status }: CallAnswer): boolean => status >= 500 && status !== 503;

const logIn = (email: string, password: string, as: { cookie: string } | null = null) =>
  server.call('/api/user.php', { json: { email, password }, as, ip: freshIp() });
const cookiesOf = ({ cookies }: CallAnswer, name: string): { cookie: string } => ({
  cookie: cookies.find((each) => each.startsWith(`${name}=`))?.split(';')[0] ?? '',
});

test('C4 DA-lockout DA-links: while a stranger attacks, a known browser logs in, and another one gets in by mail', async () => {
  const member = await server.member();
  const browser = cookiesOf(await logIn(member.email, member.password), 'auth.known');
  const attacked = attack(member.email);
  // During the attack, and after it.
  expect((await insist(() => logIn(member.email, member.password, browser))).status).toBe(200);
  const answers = await attacked;
  expect(answers.filter(isFailure)).toEqual([]);
  expect((await logIn(member.email, member.password, browser)).status).toBe(200);
  expect((await logIn(member.email, member.password)).body.error?.code).toBe('account_blocked');

  // The stranger has asked for mails as well: the owner asks, and opens the newest one.
  const asked = await server.call('/api/login-mail.php', { json: { email: member.email }, ip: freshIp() });
  expect(asked.status).toBe(200);
  await server.runJobs();
  const token = tokenTo(server, member.email);
  const opened = await server.call('/api/login-mail-do.php', { json: { token }, ip: freshIp() });
  expect(opened.body['user']).toMatchObject({ id: member.id });
});

test.each([
  ['no account', () => Promise.resolve()],
  ['a stranger’s account', (email: string) => joinWith(server, rightForm({ email, password: STRANGE }))],
  ['had accounts of a stranger who left thrice', leaveThrice],
] as const)(
  'C4 SG20 AU26: with an address that has %s its owner joins, joins again and gets in by a link during the attack',
  async (_, before) => {
    leaveMidnight(server);
    const form = rightForm();
    const email = form['email'] ?? '';
    await before(email);
    const attacked = attack(email);
    const joined = await insist(() => joinWith(server, form));
    const twice = await insist(() => joinWith(server, form, { as: cookieIn(joined) }));
    expect((await attacked).filter(isFailure)).toEqual([]);
    for (const { status, body } of [joined, twice])
      expect(status === 200 || body.error?.code === 'check_mail', JSON.stringify(body)).toBe(true);
    await server.runJobs();
    const token = tokenTo(server, email);
    // Whose account it is by now is open: the password or a fresh start decides.
    const password = form['password'] ?? '';
    const confirmed = await server.call('/api/activate.php', { json: { token, password }, ip: freshIp() });
    const mine = confirmed.status === 200 ? confirmed : await joinWith(server, { ...form, token });
    expect(mine.status).toBe(200);
    const { body } = await server.call('/api/user.php', { as: cookieIn(mine) });
    expect(body['user']).toMatchObject({ email, status: 'active' });
    expect((await joinWith(server, rightForm({ email }))).body.error?.code).toBe('email_known');
  },
);

test('C4 I4: a member behind the address of an attacker logs in, by password and by mail', async () => {
  const [victim, member] = [await server.member(), await server.member()];
  const ip = '203.0.113.77';
  const wrong = Array.from({ length: 110 }, (_, at) =>
    server.call('/api/user.php', { json: { email: `${at % 9}-${victim.email}`, password: 'wrong' }, ip }),
  );
  const { email, password } = member;
  const login = server.call('/api/user.php', { json: { email, password }, ip });
  const codes = (await Promise.all(wrong)).map(({ body }) => body.error?.code);
  expect((await login).status).toBe(200);
  // None was refused because of the address.
  expect(new Set(codes)).toEqual(new Set(['login_failed', 'account_blocked']));
  expect((await server.call('/api/login-mail.php', { json: { email }, ip })).status).toBe(200);
  await server.runJobs();
  const json = { token: tokenTo(server, email) };
  expect((await server.call('/api/login-mail-do.php', { json, ip })).status).toBe(200);
});
