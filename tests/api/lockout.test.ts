// Lockout: its scope and duration, and that concurrent attempts do not evade it.
import type * as Argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { KNOWN_BROWSER, LOCKOUT } from '#domain/limits';
import { spendAttempt } from '#server/auth/attempt-budget';
import { emailKey } from '#server/auth/email-key';
import { cookieIn, freshIp, joinWith, rightForm } from '../support/joining.ts';
import { type CallAnswer, eachEngine, figure, siteAt, type TestServer } from '../support/server.ts';

/** One entry for each password that was checked. */
const { checked } = vi.hoisted(() => ({ checked: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const verify: typeof Argon2.verify = (...given) => argon2.verify(...given).finally(() => checked.push('verified'));
  return { ...argon2, verify };
});

const login = (server: TestServer, email: string, password: string, ip: string) =>
  server.call('/api/user.php', { json: { email, password }, ip });

eachEngine('lockout', (server) => {
  test('AU18 C4: five failures block the account for 1, 5, 15, 60 minutes, for the right password too', async () => {
    server().holdClock();
    const member = await server().member();
    const ip = freshIp();
    for (const minutes of [1, 5, 15, 60, 60]) {
      for (let tries = 0; tries < 5; tries += 1)
        expect((await login(server(), member.email, 'wrong', ip)).status).toBe(422);
      const blocked = await login(server(), member.email, member.password, ip);
      expect(blocked.status).toBe(429);
      expect(blocked.body.error).toEqual({ code: 'account_blocked', minutes, retry_after: minutes * 60 });
      expect(blocked.headers.get('retry-after')).toBe(String(minutes * 60));
      expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ id: member.id });
      server().advance(minutes * 60 - 1);
      expect((await login(server(), member.email, member.password, ip)).body.error?.code).toBe('account_blocked');
      server().advance(1);
    }
    expect((await login(server(), member.email, member.password, ip)).status).toBe(200);
  });

  test('AU18 C4: a block applies to one /64, and a right password resets the count', async () => {
    const member = await server().member();
    const ip = `2001:db8:7:${crypto.randomUUID().slice(0, 4)}:`;
    const fail = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1)
        expect((await login(server(), member.email, 'wrong', `${ip}:${tries + 1}`)).status).toBe(422);
    };
    await fail(4);
    expect((await login(server(), member.email, member.password, `${ip}:9`)).status).toBe(200);
    await fail(5);
    expect((await login(server(), member.email, member.password, `${ip}:ffff`)).body.error?.code).toBe(
      'account_blocked',
    );
    expect((await login(server(), member.email, member.password, freshIp())).status).toBe(200);
  });

  test('DA-lockout: the right password of an account that is suspended, closed or in deletion is no failure', async () => {
    for (const [changes, code] of [
      [{ status: 'pending_deletion', deleted_at: server().now() }, 'email_deleting'],
      [{ status: 'suspended', suspended_for: 'else' }, 'account_closed'],
      [{ status: 'suspended', suspended_for: 'else', suspended_until: new Date(4e12) }, 'account_suspended'],
    ] as const) {
      const [member, ip] = [await server().member(), freshIp()];
      await server().database.inTenant(siteAt(0).id, (db) =>
        db.updateTable('account').set(changes).where('id', '=', member.id).execute(),
      );
      const tries = async (password: string, times: number) => {
        const codes = [];
        for (let number = 0; number < times; number += 1)
          codes.push((await login(server(), member.email, password, ip)).body.error?.code);
        return new Set(codes);
      };
      expect(await tries(member.password, LOCKOUT.failures + 2)).toEqual(new Set([code]));
      expect(await tries('wrong', LOCKOUT.failures)).toEqual(new Set(['login_failed']));
      expect(await tries(member.password, 1)).toEqual(new Set(['account_blocked']));
    }
  });

  test('AU18 C4: members behind one address do not lock each other out', async () => {
    const ip = freshIp();
    for (const member of await Promise.all(Array.from({ length: 5 }, () => server().member())))
      for (let tries = 0; tries < 6; tries += 1) await login(server(), member.email, 'wrong', ip);
    const neighbour = await server().member();
    expect((await login(server(), neighbour.email, neighbour.password, ip)).status).toBe(200);
  });

  test('C4: of many concurrent wrong passwords exactly five are checked from one address, fifty from all', async () => {
    for (const [ip, most] of [
      [freshIp(), 5],
      [null, 50],
    ] as const) {
      const member = await server().member();
      checked.length = 0;
      const answers = await Promise.all(
        Array.from({ length: figure(1000, 60) }, () => login(server(), member.email, 'wrong', ip ?? freshIp())),
      );
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(most);
      expect(checked).toHaveLength(most);
      const rest = answers.filter(({ body }) => body.error?.code === 'account_blocked');
      expect(rest).toHaveLength(answers.length - most);
      const minutes = most === 5 ? 1 : 29;
      expect(rest[0]?.body.error).toEqual({ code: 'account_blocked', minutes, retry_after: minutes * 60 });
    }
  });

  /** Strangers use up the tries of an account. */
  async function shutOut({ email }: { readonly email: string }): Promise<void> {
    await server().database.inTenant(siteAt(0).id, async (db) => {
      const { now } = server();
      const key = `account:${emailKey(email)}`;
      while ((await spendAttempt(db, siteAt(0).id, key, LOCKOUT.account, now())) === 0);
    });
    expect(await codeOf(login(server(), email, 'right or wrong', freshIp()))).toBe('account_blocked');
  }
  const known = (answer: CallAnswer): { cookie: string } => ({
    cookie: answer.cookies.find((each) => each.startsWith('auth.known='))?.split(';')[0] ?? '',
  });
  const codeOf = async (answer: Promise<CallAnswer>): Promise<string | undefined> => (await answer).body.error?.code;

  test('C4 DA-lockout: a browser that has logged in before gets in on a blocked account, until its own five tries are spent', async () => {
    server().holdClock();
    const member = await server().member();
    const browser = known(await login(server(), member.email, member.password, freshIp()));
    const other = known(await login(server(), member.email, member.password, freshIp()));
    await shutOut(member);
    const logIn = (password: string, as: { cookie: string } | null) =>
      server().call('/api/user.php', { json: { email: member.email, password }, as, ip: freshIp() });
    expect(await codeOf(logIn(member.password, null))).toBe('account_blocked');
    expect((await logIn(member.password, browser)).status).toBe(200);
    const tries = await Promise.all(Array.from({ length: 20 }, () => codeOf(logIn('wrong', browser))));
    expect(tries.filter((code) => code === 'login_failed')).toHaveLength(LOCKOUT.known.max);
    expect(tries.filter((code) => code === 'account_blocked')).toHaveLength(20 - LOCKOUT.known.max);
    // Like any other browser now; the member's other one still has its own tries.
    expect(await codeOf(logIn(member.password, browser))).toBe('account_blocked');
    expect((await logIn(member.password, other)).status).toBe(200);
    server().releaseClock();
  });

  test('C4 DA-lockout: the cookie works for its account, its brand and 90 days only, and cannot be made up', async () => {
    const [member, stranger] = [await server().member(), await server().member()];
    const browser = known(await login(server(), member.email, member.password, freshIp()));
    const away = await server().member({ email: member.email }, siteAt(1));
    await shutOut(member);
    const logIn = (cookie: string, { email, password } = member, site = siteAt(0)) =>
      server().call('/api/user.php', { json: { email, password }, as: { cookie }, ip: freshIp(), site });
    const foreign = known(await login(server(), stranger.email, stranger.password, freshIp()));
    const elsewhere = known(
      await server().call('/api/user.php', { json: { email: away.email, password: away.password }, site: siteAt(1) }),
    );
    const token = Buffer.from(browser.cookie.slice('auth.known='.length), 'base64url');
    // Every part of it counts: the time, the number, both signatures.
    const altered = [5, 20, 30, 50].map((place) => {
      const bytes = Buffer.from(token);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      return `auth.known=${bytes.toString('base64url')}`;
    });
    for (const cookie of [foreign.cookie, elsewhere.cookie, ...altered])
      expect(await codeOf(logIn(cookie))).toBe('account_blocked');
    server().advance(KNOWN_BROWSER.seconds - 60);
    await shutOut(member);
    expect((await logIn(browser.cookie)).status).toBe(200);
    server().advance(61);
    expect(await codeOf(logIn(browser.cookie))).toBe('account_blocked');
  });

  test('DA-lockout: a browser that several members use stays known to each of them', async () => {
    const members = await Promise.all(Array.from({ length: KNOWN_BROWSER.accounts + 1 }, () => server().member()));
    let browser = { cookie: '' };
    for (const { email, password } of members)
      browser = known(await server().call('/api/user.php', { json: { email, password }, as: browser, ip: freshIp() }));
    for (const [place, member] of members.entries()) {
      await shutOut(member);
      const { email, password } = member;
      const answer = await server().call('/api/user.php', { json: { email, password }, as: browser, ip: freshIp() });
      expect([place, answer.status]).toEqual([place, place === 0 ? 429 : 200]);
    }
  });

  test('DA-lockout: a member with a session logs in and changes the password while strangers block the account', async () => {
    const member = await server().member();
    await shutOut(member);
    const next = `${member.password} again`;
    const json = { old: member.password, password: next, password_again: next };
    const changed = await server().call('/api/password.php', { method: 'PUT', json, as: member, ip: freshIp() });
    expect(changed.status).toBe(204);
    await shutOut(member);
    const session = cookieIn(changed);
    const again = { json: { email: member.email, password: next }, as: session, ip: freshIp() };
    expect((await server().call('/api/user.php', again)).status).toBe(200);
  });

  test('DA-lockout C9: who has just joined or has an older session becomes known by the first look at the own user', async () => {
    const joined = cookieIn(await joinWith(server(), rightForm()));
    const first = await server().call('/api/user.php', { as: joined });
    expect(known(first).cookie).not.toBe('');
    const both = { cookie: `${joined.cookie}; ${known(first).cookie}` };
    expect((await server().call('/api/user.php', { as: both })).cookies.join()).not.toContain('auth.known');
  });
});
