// Staff: invitations, logging in with two factors, sessions, and what an owner manages.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import { LOCKOUT } from '#domain/limits';
import { carryOutStaff, consoleOrigin, staffOrder } from '#scripts/operator/staff';
import { networksOf } from '#server/config/addresses';
import { mayReachConsole } from '#server/staff/doors';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';
import {
  addStaff,
  codeOf,
  inviteOnCommandLine,
  type MadeStaff,
  nextCode,
  STAFF_PASSWORD,
  staffCall,
  staffCookieIn,
} from '../support/staff.ts';

const newEmail = (): string => `new-${crypto.randomUUID().slice(0, 8)}@staff.example`;
const logIn = (server: TestServer, { email, secret }: MadeStaff, changed: object = {}) =>
  staffCall(server, 'session.login', { email, password: STAFF_PASSWORD, code: codeOf(server, secret), ...changed });
const me = async (server: TestServer, cookie: string): Promise<number> =>
  (await staffCall(server, 'session.me', {}, { as: { cookie } })).status;

eachEngine('staff', (server) => {
  // The next code begins when a test says so.
  beforeAll(() => server().holdClock());
  const refusal = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ];

  test('DE11: invitation.open and invitation.accept need the link, a strong password and a code, once', async () => {
    const email = newEmail();
    const token = await inviteOnCommandLine(server(), email, 'moderator');
    const opened = await staffCall(server(), 'invitation.open', { token });
    expect(opened.body).toMatchObject({ email, role: 'moderator' });
    const { secret, uri } = opened.body as { secret: string; uri: string };
    expect(uri).toContain(`secret=${secret}`);
    expect((await staffCall(server(), 'invitation.open', { token })).body['secret']).toBe(secret);
    const input = { token, name: 'Robin', password: STAFF_PASSWORD, code: codeOf(server(), secret) };
    const refused = (changed: object) => staffCall(server(), 'invitation.accept', { ...input, ...changed });
    const wrong = input.code === '000000' ? '000001' : '000000';
    expect((await refused({ code: wrong })).body.error?.['fields']).toEqual({ code: 'not_allowed' });
    expect((await refused({ password: 'short' })).body.error?.['fields']).toEqual({ password: 'too_short' });
    expect((await refused({ password: `${email}${email}` })).status).toBe(422);
    expect(refusal(await refused({ token: 'x'.repeat(43) }))).toEqual([410, 'unknown_link']);
    const accepted = await Promise.all([refused({}), refused({})]);
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 410]);
    const [set = ''] = accepted.flatMap(({ cookies }) => cookies);
    expect(set).toMatch(/^operator\.session=[\w-]{43}; Path=\/operator\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(await me(server(), set.split(';')[0] ?? '')).toBe(200);
    expect(refusal(await staffCall(server(), 'invitation.open', { token }))).toEqual([410, 'unknown_link']);
  });

  test('DE11: an invitation ends after two days, and a newer one ends it', async () => {
    const email = newEmail();
    const older = await inviteOnCommandLine(server(), email, 'support');
    const token = await inviteOnCommandLine(server(), email, 'support');
    expect(refusal(await staffCall(server(), 'invitation.open', { token: older }))).toEqual([410, 'unknown_link']);
    expect((await staffCall(server(), 'invitation.open', { token })).status).toBe(200);
    server().advance(STAFF.inviteHours * 3600);
    expect(refusal(await staffCall(server(), 'invitation.open', { token }))).toEqual([410, 'link_expired']);
    const input = { token, name: 'Robin', password: STAFF_PASSWORD, code: '123456' };
    expect(refusal(await staffCall(server(), 'invitation.accept', input))).toEqual([410, 'link_expired']);
  });

  test('DE11: session.login needs password and code, and a code opens once', async () => {
    const staff = await addStaff(server(), 'support');
    expect(refusal(await logIn(server(), staff))).toEqual([422, 'login_failed']);
    nextCode(server());
    expect(refusal(await logIn(server(), staff, { password: 'not the password' }))).toEqual([422, 'login_failed']);
    expect(refusal(await logIn(server(), staff, { code: '12345' }))).toEqual([422, 'invalid']);
    const same = await Promise.all([logIn(server(), staff), logIn(server(), staff)]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(refusal(await logIn(server(), staff))).toEqual([422, 'login_failed']);
    expect(refusal(await logIn(server(), { ...staff, email: newEmail() }))).toEqual([422, 'login_failed']);
    const stale = codeOf(server(), staff.secret);
    server().advance(120);
    expect(refusal(await logIn(server(), staff, { code: stale }))).toEqual([422, 'login_failed']);
    expect((await logIn(server(), staff)).body['staff']).toMatchObject({ id: staff.id, role: 'support', name: 'Kim' });
  });

  test('DE11: after five failures even the right password and code are refused', async () => {
    const staff = await addStaff(server(), 'finance');
    nextCode(server());
    for (let each = 0; each < LOCKOUT.failures; each += 1) await logIn(server(), staff, { code: '000000' });
    expect(refusal(await logIn(server(), staff))).toEqual([429, 'account_blocked']);
    server().advance(61);
    expect((await logIn(server(), staff)).status).toBe(200);
  });

  test('DE11: a new invitation lifts what others’ wrong tries have blocked', async () => {
    const staff = await addStaff(server(), 'moderator');
    for (let each = 0; each < LOCKOUT.failures; each += 1) await logIn(server(), staff, { code: '000000' });
    const failures = async () =>
      (
        await server().database.inTenant(STAFF_TENANT, (db) =>
          db
            .selectFrom('login_failure')
            .select('key')
            .where('tenant', '=', STAFF_TENANT)
            .where('key', 'like', `pair:${staff.email}%`)
            .execute(),
        )
      ).length;
    expect(await failures()).toBe(1);
    await inviteOnCommandLine(server(), staff.email, 'moderator');
    expect(await failures()).toBe(0);
  });

  test('DE11: session.me and session.logout; a session ends when idle and after a day', async () => {
    const staff = await addStaff(server(), 'moderator');
    expect(await me(server(), staff.cookie)).toBe(200);
    const out = await staffCall(server(), 'session.logout', {}, { as: staff });
    expect([out.status, out.cookies[0]]).toEqual([204, expect.stringContaining('operator.session=; Path=/operator/')]);
    expect(await me(server(), staff.cookie)).toBe(403);
    nextCode(server());
    const idle = staffCookieIn(await logIn(server(), staff));
    server().advance(STAFF.idleMinutes * 60 - 1);
    expect(await me(server(), idle)).toBe(200);
    server().advance(STAFF.idleMinutes * 60);
    expect(await me(server(), idle)).toBe(403);
    const busy = staffCookieIn(await logIn(server(), staff));
    for (let minutes = 0; minutes < STAFF.hours * 60 - 20; minutes += 20) {
      expect(await me(server(), busy)).toBe(200);
      server().advance(20 * 60);
    }
    expect(await me(server(), busy)).toBe(200);
    server().advance(20 * 60);
    expect(await me(server(), busy)).toBe(403);
    expect(await me(server(), `${busy}; ${busy}`)).toBe(403);
  });

  test('DE11: staff.list, staff.invite and staff.disable are an owner’s; an invitation ends what was open', async () => {
    const [owner, other] = [await addStaff(server(), 'owner'), await addStaff(server(), 'support')];
    const as = { as: owner };
    const listed = (await staffCall(server(), 'staff.list', {}, as)).body['staff'] as { id: string; status: string }[];
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({ status: 'active', email: other.email });
    const reason = 'Lost the phone';
    const invited = await staffCall(server(), 'staff.invite', { email: other.email, role: 'finance', reason }, as);
    expect(invited.body['link']).toMatch(/^http:\/\/\S+\/operator\/invitation#[\w-]{43}$/);
    expect(await me(server(), other.cookie)).toBe(403);
    nextCode(server());
    expect(refusal(await logIn(server(), other))).toEqual([422, 'login_failed']);
    const third = await addStaff(server(), 'moderator');
    expect((await staffCall(server(), 'staff.disable', { id: third.id, reason }, as)).status).toBe(204);
    expect(await me(server(), third.cookie)).toBe(403);
    for (const [name, input] of [
      ['staff.disable', { id: owner.id, reason }],
      ['staff.invite', { email: owner.email.toUpperCase(), role: 'owner', reason }],
    ] as const)
      expect(refusal(await staffCall(server(), name, input, as))).toEqual([422, 'yourself']);
    expect((await staffCall(server(), 'staff.disable', { id: crypto.randomUUID(), reason }, as)).status).toBe(404);
    expect((await staffCall(server(), 'staff.invite', { email: 'no', role: 'owner', reason }, as)).status).toBe(422);
  });

  test('DE11: what staff log in with is stored as hashes and encrypted', async () => {
    const staff = await addStaff(server(), 'owner');
    const { rows } = await sql<{ row: string }>`select a::text || coalesce(s::text, '') as row from staff_account a
      left join staff_session s on s.staff = a.id where a.id = ${staff.id}`.execute(server().database.kysely);
    const stored = rows.map(({ row }) => row).join();
    for (const secret of [staff.secret, STAFF_PASSWORD, staff.cookie.split('=')[1] ?? '-'])
      for (const each of [secret, Buffer.from(secret).toString('hex')]) expect(stored).not.toContain(each);
    expect(stored).toContain('$argon2id$');
  });

  test('DE11: the command line invites, lists and disables staff, and the log says so', async () => {
    const email = newEmail();
    const settings = { mode: 'production', staffHost: 'staff.example', publicOrigin: null, port: 4321 } as const;
    const signed = { as: 'Kim', because: 'Asked by Robin' };
    const run = (line: string, typed: object = signed, config: Parameters<typeof consoleOrigin>[0] = settings) => {
      const [action = '', name = '', role] = line.split(' ');
      return carryOutStaff(server().database, config, staffOrder(action, name, { role, ...typed }), server().now());
    };
    await expect(run(`invite ${email} owner`, signed, { ...settings, staffHost: null })).rejects.toThrow('STAFF_HOST');
    const printed = await run(`invite ${email} owner`);
    expect((await staffCall(server(), 'invitation.open', { token: printed[1] })).body).toMatchObject({ email });
    expect(printed.join('\n')).toContain(`https://staff.example/operator/invitation#${printed[1]}`);
    for (const typed of [{ as: 'Kim' }, { because: 'x' }])
      expect(() => run(`disable ${email}`, typed)).toThrow(/--(as|because)/);
    expect(await run('list')).toContain(`${email}  owner  invited`);
    expect(await run(`disable ${email}`)).toEqual([`${email}: disabled`]);
    await expect(run(`disable ${newEmail()}`)).rejects.toThrow('There is no staff');
    for (const line of [`invite ${email} king`, 'invite nobody owner', 'promote a@b.nl owner', 'list everyone'])
      expect(() => run(line)).toThrow();
    const logged = await server().database.inTenant(STAFF_TENANT, (db) =>
      db.selectFrom('audit_log').select(['actor', 'call', 'reason', 'after']).orderBy('id', 'desc').limit(2).execute(),
    );
    const who = { actor: 'Kim', reason: signed.because };
    expect(logged).toEqual([
      { ...who, call: 'operator staff disable', after: { status: 'disabled' } },
      { ...who, call: 'operator staff invite', after: { role: 'owner', status: 'invited' } },
    ]);
  });
});

describe('DE11: the doors of the console', () => {
  const doors = { mode: 'production', staffHost: 'staff.example', staffAddresses: null } as const;
  const addresses = networksOf(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']);
  test.each([
    ['staff.example', '192.0.2.1', doors, true],
    ['STAFF.example:443', '192.0.2.1', doors, true],
    ['morrow.example', '192.0.2.1', doors, false],
    ['morrow.example', '192.0.2.1', { ...doors, staffHost: null }, false],
    ['plain.localhost', '192.0.2.1', { ...doors, staffHost: null, mode: 'development' as const }, true],
    ['staff.example', '203.0.113.9', { ...doors, staffAddresses: addresses }, true],
    ['staff.example', '::ffff:203.0.113.9', { ...doors, staffAddresses: addresses }, true],
    ['staff.example', '2001:db8::5', { ...doors, staffAddresses: addresses }, true],
    ['staff.example', '198.51.100.7', { ...doors, staffAddresses: addresses }, true],
    ['staff.example', '198.51.100.8', { ...doors, staffAddresses: addresses }, false],
    ['staff.example', '2001:db9::5', { ...doors, staffAddresses: addresses }, false],
  ])('DE11: host %s from %s', (host, ip, settings, isOpen) => {
    expect(mayReachConsole(settings, host, ip)).toBe(isOpen);
  });

  test('DE11: an invitation is accepted where the console answers', () => {
    const config = { mode: 'development', staffHost: null, publicOrigin: null, port: 4321 } as const;
    expect(consoleOrigin(config)).toBe('http://localhost:4321');
    expect(consoleOrigin({ ...config, publicOrigin: 'https://morrow.example' })).toBe('https://morrow.example');
    expect(consoleOrigin({ ...config, staffHost: 'staff.example' })).toBe('https://staff.example');
    const served = { ...config, mode: 'production', publicOrigin: 'https://morrow.example' } as const;
    expect(() => consoleOrigin(served)).toThrow('STAFF_HOST');
  });
});

eachEngine(
  'staff limits',
  (server) => {
    beforeAll(() => server().holdClock());
    test('DE11: guesses from one address are slowed down, and no other address waits', async () => {
      const guess = (ip: string) =>
        staffCall(server(), 'invitation.open', { token: 'x'.repeat(43) }, { ip, host: 'staff.localhost' });
      for (let each = 0; each < STAFF.triesPerMinute; each += 1) expect((await guess('192.0.2.9')).status).toBe(410);
      expect((await guess('192.0.2.9')).status).toBe(429);
      expect((await guess('192.0.2.10')).status).toBe(410);
    });
    test('DE11: on another host than the console’s a call is unknown', async () => {
      expect((await staffCall(server(), 'session.me', {}, { host: 'plain.localhost' })).status).toBe(404);
      expect((await staffCall(server(), 'session.me', {}, { host: `${siteAt(0).folder}.localhost` })).status).toBe(404);
      expect((await staffCall(server(), 'session.me', {}, { host: 'staff.localhost' })).status).toBe(403);
    });
  },
  {},
  { RATE_LIMITS: '1', STAFF_HOST: 'staff.localhost' },
);
