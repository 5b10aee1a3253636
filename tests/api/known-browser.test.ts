// What a known browser may: a stolen session cannot guess, the cookie names no member, and a look tells nothing.
import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LOCKOUT } from '#domain/limits';
import { spendAttempt } from '#server/auth/attempt-budget';
import { emailKey } from '#server/auth/email-key';
import type { MadeMember } from '../support/members.ts';
import { freshIp } from '../support/joining.ts';
import { type CallAnswer, eachEngine, siteAt, type TestServer, withinOneHour } from '../support/server.ts';

const { id: tenant } = siteAt(0);
type Cookie = { readonly cookie: string };

/** Counts the statements of the transactions that open from here on. */
function statements(server: TestServer): () => number {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => ((count += 1), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const inTenant = server.database.inTenant.bind(server.database);
  const spy = vi
    .spyOn(server.database, 'inTenant')
    .mockImplementation((of, work, lock) =>
      inTenant(of, (db, hasLock) => work(db.withPlugin(counting), hasLock), lock),
    );
  onTestFinished(() => spy.mockRestore());
  return () => count;
}

eachEngine('known browsers', (server) => {
  const logIn = ({ email }: Pick<MadeMember, 'email'>, password: string, as: Cookie | null = null) =>
    server().call('/api/user.php', { json: { email, password }, as, ip: freshIp() });
  const codes = async (calls: readonly Promise<CallAnswer>[]) =>
    (await Promise.all(calls)).map(({ status, body }) => body.error?.code ?? status);
  const known = (answer: CallAnswer): Cookie => ({
    cookie: answer.cookies.find((each) => each.startsWith('auth.known='))?.split(';')[0] ?? '',
  });
  /** Strangers use up the attempts of an account. */
  const shutOut = ({ email }: Pick<MadeMember, 'email'>) =>
    server().database.inTenant(tenant, async (db) => {
      const key = `account:${emailKey(email)}`;
      while ((await spendAttempt(db, tenant, key, LOCKOUT.account, server().now())) === 0);
    });
  const changePassword = (old: string, as: Cookie) => {
    const json = { old, password: 'purple lanterns over water', password_again: 'purple lanterns over water' };
    return server().call('/api/password.php', { method: 'PUT', json, as, ip: freshIp() });
  };
  const checked = (all: readonly unknown[], code: string) => all.filter((each) => each === code).length;

  test('DA-lockout C9: a stolen session has five attempts an hour, by all its cookies and calls', async () => {
    withinOneHour(server());
    const member = await server().member();
    await shutOut(member);
    const browsers: Cookie[] = [];
    for (let look = 0; look < 4; look += 1) {
      browsers.push(known(await server().call('/api/user.php', { as: member, ip: freshIp() })));
      server().advance(60);
    }
    expect(new Set(browsers.map(({ cookie }) => cookie)).size).toBe(4);
    const both = { cookie: `${member.cookie}; ${browsers[0]?.cookie}` };
    const own = await codes([changePassword('wrong', member), changePassword('wrong too', both)]);
    const typed = await codes([...browsers, member, both].map((as) => logIn(member, 'wrong', as)));
    expect([checked(own, 'invalid'), checked(typed, 'login_failed')]).toEqual([2, LOCKOUT.known.max - 2]);
    expect(await codes([changePassword(member.password, member)])).toEqual(['account_blocked']);
  });

  test('DA-lockout: all known browsers of an account together have twenty attempts an hour', async () => {
    withinOneHour(server());
    const member = await server().member();
    const browsers = await Promise.all(
      Array.from({ length: 6 }, async () => known(await logIn(member, member.password))),
    );
    await shutOut(member);
    const tried = await codes(
      browsers.flatMap((as) => Array.from({ length: LOCKOUT.known.max }, () => logIn(member, 'wrong', as))),
    );
    expect(checked(tried, 'login_failed')).toBe(LOCKOUT.allKnown.max);
    expect(checked(tried, 'account_blocked')).toBe(tried.length - LOCKOUT.allKnown.max);
  });

  test('DA-lockout: a new password makes the cookies before it void, and the next look makes a new one', async () => {
    const member = await server().member();
    const browser = known(await logIn(member, member.password));
    const changed = await changePassword(member.password, member);
    await shutOut(member);
    expect(await codes([logIn(member, 'purple lanterns over water', browser)])).toEqual(['account_blocked']);
    const session = changed.cookies.find((each) => each.startsWith('auth.session='))?.split(';')[0] ?? '';
    const as = { cookie: `${session}; ${browser.cookie}` };
    const look = known(await server().call('/api/user.php', { as, ip: freshIp() }));
    expect(await codes([logIn(member, 'purple lanterns over water', look)])).toEqual([200]);
  });

  test('DA-lockout: the cookie does not name the member, and two of one member have nothing in common', async () => {
    const member = await server().member();
    const browsers = [known(await logIn(member, member.password)), known(await logIn(member, member.password))];
    const [one = '', two = ''] = browsers.map(({ cookie }) =>
      Buffer.from(cookie.slice('auth.known='.length), 'base64url').toString('hex'),
    );
    expect([one.length, two.length]).toEqual([108, 108]);
    for (const each of [one, two]) expect(each).not.toContain(member.id.replaceAll('-', ''));
    // Apart from the time it was made.
    const pieces = Array.from({ length: 43 }, (_, at) => one.slice(12 + 2 * at, 24 + 2 * at));
    expect(pieces.filter((piece) => two.slice(12).includes(piece))).toEqual([]);
  });

  test('DB6: a login asks the database as much about an unknown address as about a known one', async () => {
    const member = await server().member();
    const stranger = await server().member();
    const other = known(await logIn(stranger, stranger.password));
    const made = { cookie: `auth.session=${'x'.repeat(43)}; auth.known=${'y'.repeat(72)}` };
    for (const as of [null, { cookie: `auth.session=${'x'.repeat(43)}` }, made, other]) {
      const counted = [];
      for (const email of [member.email, `${crypto.randomUUID()}@example.test`]) {
        const count = statements(server());
        expect(await codes([logIn({ email }, 'wrong', as)])).toEqual(['login_failed']);
        counted.push(count());
        vi.restoreAllMocks();
      }
      expect(counted[0]).toBeGreaterThan(0);
      expect(counted[1]).toBe(counted[0]);
    }
  });
});
