// The session: logging in, staying logged in, logging out.
import { hash } from '@node-rs/argon2';
import type * as Argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import type { MadeMember } from '../support/members.ts';
import { siteAt, eachEngine, type TestServer } from '../support/server.ts';

/** The cost of each password check, which is nearly all the work of a login. */
const { checked } = vi.hoisted(() => ({ checked: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const verify: typeof Argon2.verify = (stored, ...given) =>
    argon2.verify(stored, ...given).finally(() => checked.push(String(stored).split('$').slice(1, 4).join('$')));
  return { ...argon2, verify };
});

const login = (server: TestServer, email: string, password: string, ip = '198.51.100.1') =>
  server.call('/api/user.php', { json: { email, password }, ip });
const freshIp = (): string => `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`;

eachEngine('auth', (server) => {
  test('AU3 AU12 C9: auth.login answers the user and sets the session cookie', async () => {
    const member = await server().member();
    const answer = await login(server(), ` ${member.email.toUpperCase()} `, member.password, freshIp());
    expect(answer.status).toBe(200);
    expect(answer.body['user']).toMatchObject({ id: member.id });
    const [session = '', hint = ''] = answer.cookies;
    expect(session).toMatch(/^auth\.session=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/);
    expect(hint).toBe('auth.hint=1; Path=/; Max-Age=2592000; SameSite=Lax');
    const cookie = session.split(';')[0] ?? '';
    expect((await server().call('/api/user.php', { as: { cookie } })).body['user']).toMatchObject({ id: member.id });
  });

  test('C6: only the hash of the session is stored', async () => {
    const member = await server().member();
    const token = member.cookie.split('=')[1] ?? '';
    const rows = await server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('session').selectAll().where('account', '=', member.id).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('AU4 AU13 AU14 AU15 AU16: auth.user answers everything the requirements list', async () => {
    const member = await server().member({ credits: 7, photos: [{}], gender: 'male', sexuality: 'bi' });
    const { status, body } = await server().call('/api/user.php', { as: member });
    const token = member.photos[0]?.token;
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({
      status: 'active',
      credits: 7,
      paid_user: false,
      language: 'en',
      fictional_icon: true,
      notifications_disabled: [],
      profile: {
        name: member.name,
        country: 'NL',
        status: 'active',
        seeks: ['female', 'male'],
        main_image: {
          filename: `${token}-640.webp`,
          thumb_filename: `${token}-320.webp`,
          ai: false,
          status: 'active',
          match: `photos/${token}-640.webp`,
        },
      },
    });
    const plain = await server().member({ status: 'not_confirmed', profile_status: 'disabled' });
    expect((await server().call('/api/user.php', { as: plain })).body['user']).toMatchObject({
      status: 'not_confirmed',
      profile: { status: 'disabled', main_image: null },
    });
  });

  test('AU2 C: auth.user answers null to a visitor, without an error', async () => {
    for (const as of [null, { cookie: 'auth.session=nonsense' }, { cookie: `auth.session=${'x'.repeat(43)}` }]) {
      const answer = await server().call('/api/user.php', { as });
      expect([answer.status, answer.text]).toEqual([200, '{"user":null}']);
    }
  });

  test('AU8: the user endpoint takes calls that carry a client type', async () => {
    const answer = await server().call('/api/user.php', { headers: { 'x-client': 'web' } });
    expect(answer.status).toBe(200);
  });

  test('AU17: auth.login refuses a wrong password, an unknown address and another niche alike', async () => {
    const member = await server().member();
    const elsewhere = await server().call('/api/user.php', {
      site: siteAt(1),
      json: { email: member.email, password: member.password },
      ip: freshIp(),
    });
    const answers = [
      await login(server(), member.email, 'wrong', freshIp()),
      await login(server(), 'nobody@example.test', 'wrong', freshIp()),
      elsewhere,
    ];
    for (const { status, text, cookies } of answers)
      expect([status, text, cookies]).toEqual([422, '{"error":{"code":"login_failed"}}', []]);
  });

  test('C1 C2: passwords are argon2id, and an unknown address costs as much work as a known one', async () => {
    const member = await server().member();
    const row = await server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('account').select('password_hash').where('id', '=', member.id).executeTakeFirstOrThrow(),
    );
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const unknown = `${crypto.randomUUID()}@example.test`;
    const others = await Promise.all(
      (['pending_deletion', 'suspended', 'not_confirmed'] as const).map((status) => server().member({ status })),
    );
    for (const email of [member.email, unknown, ...others.map((other) => other.email)]) {
      checked.length = 0;
      expect((await login(server(), email, 'wrong', freshIp())).status).toBe(422);
      expect(checked).toEqual(['argon2id$v=19$m=19456,t=2,p=1']);
    }
  });

  test('C1: a hash that was stored at another cost is renewed at the login, and only by the right password', async () => {
    const member = await server().member();
    const old = await hash(member.password, { memoryCost: 8192, timeCost: 3, parallelism: 1 });
    const stored = () =>
      server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('account').select('password_hash').where('id', '=', member.id).executeTakeFirstOrThrow(),
      );
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('account').set({ password_hash: old }).where('id', '=', member.id).execute(),
    );
    expect((await login(server(), member.email, 'wrong', freshIp())).status).toBe(422);
    expect((await stored()).password_hash).toBe(old);
    expect((await login(server(), member.email, member.password, freshIp())).status).toBe(200);
    const renewed = await stored();
    expect(renewed.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(server(), member.email, member.password, freshIp())).status).toBe(200);
    expect(await stored()).toEqual(renewed);
  });

  test('C7 AC3: a login whose password changes while it is checked starts no session, and one whose hash is renewed does', async () => {
    const { passwords } = server().app.services;
    const { renewed } = passwords;
    const loginDuring = async (member: MadeMember, meanwhile: () => Promise<{ status: number }>) => {
      vi.spyOn(passwords, 'renewed').mockImplementationOnce(async (...given) => {
        expect((await meanwhile()).status).toBeLessThan(300);
        return renewed(...given);
      });
      return login(server(), member.email, member.password, freshIp()).finally(() => vi.restoreAllMocks());
    };
    const member = await server().member();
    const password = 'purple lanterns over water';
    const json = { old: member.password, password, password_again: password };
    const change = () => server().call('/api/password.php', { method: 'PUT', json, as: member });
    const answer = await loginDuring(member, change);
    expect([answer.status, answer.text, answer.cookies]).toEqual([422, '{"error":{"code":"login_failed"}}', []]);
    const other = await server().member();
    const password_hash = await hash(other.password, { memoryCost: 8192, timeCost: 3, parallelism: 1 });
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('account').set({ password_hash }).where('id', '=', other.id).execute(),
    );
    const again = () => login(server(), other.email, other.password, freshIp());
    expect((await loginDuring(other, again)).status).toBe(200);
  });

  test('C7: a login creates a new session and ends the one it replaces', async () => {
    const member = await server().member();
    const again = await server().call('/api/user.php', {
      json: { email: member.email, password: member.password },
      as: member,
      ip: freshIp(),
    });
    expect(again.cookies[0]).not.toContain(member.cookie);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toBeNull();
  });

  test('AU9: auth.logout ends the session and clears both cookies', async () => {
    const member = await server().member();
    const answer = await server().call('/api/logout.php', { as: member });
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect(answer.status).toBe(204);
    expect(answer.cookies).toEqual([
      'auth.session=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
      'auth.hint=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toBeNull();
  });

  test('AU10 AU11: only a missing or dead session is reported as such', async () => {
    const dead = await server().call('/api/members.php', { as: { cookie: `auth.session=${'x'.repeat(43)}` } });
    expect([dead.status, dead.body.error]).toEqual([
      403,
      { code: 'authentication_required', authentication_required: true },
    ]);
    const member = await server().member();
    const foreign = await server().call('/api/user.php', {
      method: 'PUT',
      json: { language: 'nl' },
      as: member,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([foreign.status, foreign.body.error]).toEqual([403, { code: 'forbidden' }]);
  });

  test('AU12: a session ends after 30 days, and with a suspended account', async () => {
    const member = await server().member();
    await server().database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('session')
        .set({ expires_at: new Date(server().now().getTime() + 60_000) })
        .where('account', '=', member.id)
        .execute(),
    );
    expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ id: member.id });
    server().advance(61);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toBeNull();
    const suspended = await server().member({ status: 'suspended' });
    expect((await server().call('/api/user.php', { as: suspended })).body['user']).toBeNull();
  });

  test('AC19: auth.setLanguage saves the language, and refuses one the site does not speak', async () => {
    const member = await server().member();
    const saved = await server().call('/api/user.php', { method: 'PUT', json: { language: 'nl' }, as: member });
    expect(saved.body['user']).toMatchObject({ language: 'nl' });
    expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ language: 'nl' });
    const unknown = await server().call('/api/user.php', { method: 'PUT', json: { language: 'xx' }, as: member });
    expect([unknown.status, unknown.body.error]).toEqual([422, { code: 'unknown_language' }]);
  });

  test('A: last activity is written at most every 300 s', async () => {
    server().holdClock();
    const member = await server().member();
    const last = async (): Promise<number> =>
      (
        await server().database.inTenant(siteAt(0).id, (db) =>
          db.selectFrom('profile').select('last_active').where('id', '=', member.id).executeTakeFirstOrThrow(),
        )
      ).last_active.getTime();
    const first = await last();
    server().advance(290);
    await server().call('/api/user.php', { as: member });
    expect(await last()).toBe(first);
    server().advance(20);
    await server().call('/api/user.php', { as: member });
    expect(await last()).toBeGreaterThan(first + 300_000);
  });
});
