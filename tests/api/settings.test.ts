// The settings: password, e-mail address with its links, sessions, and privacy.
import { expect, test } from 'vitest';
import { LOCKOUT } from '#domain/limits';
import { mailedToken } from '../support/joining.ts';
import { type MadeMember, sessionHash } from '../support/members.ts';
import { eachEngine } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const NEW = 'purple lanterns over water';
const HOUR = 3600;

eachEngine('settings', (server) => {
  const put = (as: { cookie: string }, path: string, json: object, method = 'PUT') =>
    server().call(`/api/${path}.php`, { method, json, as });
  const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
  const logIn = async (email: string, password: string) => {
    const answer = await server().call('/api/user.php', { json: { email, password } });
    return { ...answer, cookie: answer.cookies[0]?.split(';')[0] ?? '' };
  };
  const read = async (as: { cookie: string }) =>
    (await server().call('/api/account.php', { as })).body['settings'] as Record<string, unknown>;
  const sessionsOf = async (as: { cookie: string }) =>
    (await server().call('/api/sessions.php', { as })).body['sessions'] as { id: string; current: boolean }[];
  const hashOf = (as: { cookie: string }) => Buffer.from(sessionHash(as)).toString('hex');
  const finish = (token: string, as: { cookie: string } | null = null) =>
    server().call('/api/email-confirm.php', { json: { token }, as });
  const sessionIn = ({ cookies }: { cookies: readonly string[] }) => ({ cookie: cookies[0]?.split(';')[0] ?? '' });
  const fresh = () => `${crypto.randomUUID()}@example.test`;

  test('AC3: settings.changePassword asks for the old one, ends the other sessions and renews this one', async () => {
    const member = await server().member();
    const other = await logIn(member.email, member.password);
    const heard = recordEvents(server(), member.id, hashOf(other));
    const change = (old: string, password = NEW, password_again = password) =>
      put(member, 'password', { old, password, password_again });
    expect((await change('wrong password')).body.error?.fields).toEqual({ old: 'password_old_wrong' });
    expect((await change(member.password, 'short')).body.error?.fields).toHaveProperty('password');
    expect((await change(member.password, NEW, `${NEW}x`)).body.error?.fields).toEqual({
      password_again: 'passwords_differ',
    });
    const answer = await change(member.password);
    expect(answer.status).toBe(204);
    const cookie = answer.cookies[0]?.split(';')[0] ?? '';
    expect(await userOf({ cookie })).toMatchObject({ id: member.id });
    expect([await userOf(member), await userOf(other)]).toEqual([null, null]);
    expect(heard).toContainEqual({ type: 'logout' });
    expect((await logIn(member.email, NEW)).status).toBe(200);
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === member.email)).toHaveLength(1);
  });

  test('AC3 DA-lockout: guessing the old password blocks like failed logins', async () => {
    const member = await server().member();
    const guess = () => put(member, 'password', { old: 'wrong password', password: NEW, password_again: NEW });
    // The session has five tries of its own, and then those of any browser.
    for (let number = 0; number < LOCKOUT.known.max + LOCKOUT.failures; number++)
      expect((await guess()).status).toBe(422);
    expect((await guess()).body.error?.code).toBe('account_blocked');
  });

  test('AC3: a repeated password that looks the same is the same, however a keyboard writes its letters', async () => {
    const member = await server().member();
    const [one, two] = ['caf\u00e9 lanterns over water', 'cafe\u0301 lanterns over water'];
    const answer = await put(member, 'password', { old: member.password, password: one, password_again: two });
    expect(answer.status).toBe(204);
    expect((await logIn(member.email, two)).status).toBe(200);
  });

  test('AC4: an unconfirmed member is refused in settings, and so is one’s own address; no mail goes out', async () => {
    const [member, unconfirmed] = [await server().member(), await server().member({ status: 'not_confirmed' })];
    await server().runJobs();
    const mails = server().mails.length;
    const refused = await put(unconfirmed, 'email', { email: fresh(), password: unconfirmed.password });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'email_unconfirmed']);
    for (const email of [member.email, ` ${member.email.toUpperCase()} `])
      expect((await put(member, 'email', { email, password: member.password })).body.error?.fields).toEqual({
        email: 'email_own',
      });
    await server().runJobs();
    expect(server().mails).toHaveLength(mails);
  });

  test('AC4 AC3 A5 DA-lockout: one call is one attempt of the password, however often it is delivered', async () => {
    const member = await server().member();
    const deliver = (path: string, json: object) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const once = () => server().call(`/api/${path}.php`, { method: 'PUT', json, as: member, headers });
      return { once, often: () => Promise.all(Array.from({ length: 8 }, once)) };
    };
    const right = deliver('email', { email: fresh(), password: member.password });
    await right.often();
    expect((await right.once()).status).toBe(204);
    for (const [path, json] of [
      ['email', { email: fresh(), password: 'wrong password' }],
      ['password', { old: 'wrong password', password: NEW, password_again: NEW }],
    ] as const) {
      const wrong = deliver(path, json);
      await wrong.often();
      for (let number = 0; number < 3; number++) expect((await wrong.once()).status).toBe(422);
    }
    expect((await logIn(member.email, member.password)).status).toBe(200);
  });

  test('AC4 AC6: settings.changeEmail mails a link to the new address, settings.finishEmailChange uses it, and the old address can undo it', async () => {
    server().holdClock();
    const member = await server().member();
    const email = fresh();
    expect((await put(member, 'email', { email, password: 'wrong password' })).body.error?.fields).toEqual({
      password: 'password_old_wrong',
    });
    expect((await put(member, 'email', { email, password: member.password })).status).toBe(204);
    const token = await mailedToken(server(), email);
    expect(await read(member)).toMatchObject({ email: member.email, pending_email: email });
    const finished = await finish(token, member);
    expect(finished.body).toEqual({ changed: true });
    expect((await finish(token)).body.error?.code).toBe('link_expired');
    expect(await read(sessionIn(finished))).toMatchObject({ email, pending_email: null });
    expect((await logIn(member.email, member.password)).status).toBe(422);
    const undo = await mailedToken(server(), member.email);
    server().advance(48 * HOUR - 1);
    const session = await logIn(email, member.password);
    expect(session.status).toBe(200);
    expect((await finish(undo)).status).toBe(200);
    expect(await userOf(session)).toBeNull();
    expect((await logIn(member.email, member.password)).status).toBe(200);
  });

  test('AC6 C7 DA-sessions: settings.finishEmailChange renews the session of who confirms and ends the others, without one all of them', async () => {
    for (const confirms of ['the member', 'a visitor', 'a stranger'] as const) {
      const [member, stranger] = [await server().member(), await server().member()];
      const other = await logIn(member.email, member.password);
      const heard = [member, other].map((each) => recordEvents(server(), member.id, hashOf(each)));
      const email = fresh();
      await put(member, 'email', { email, password: member.password });
      const token = await mailedToken(server(), email);
      const as = { 'the member': member, 'a visitor': null, 'a stranger': stranger }[confirms];
      const answer = await finish(token, as);
      expect([confirms, answer.status]).toEqual([confirms, 200]);
      expect([await userOf(member), await userOf(other)]).toEqual([null, null]);
      expect((await userOf(stranger)) === null).toBe(false);
      const again = confirms === 'the member' ? { again: true } : {};
      expect(heard.map((each) => each[0])).toEqual([{ type: 'logout', ...again }, { type: 'logout' }]);
      const renewed = confirms === 'the member' ? { id: member.id, email } : null;
      if (renewed) expect(await userOf(sessionIn(answer))).toMatchObject(renewed);
      else expect(answer.cookies).toEqual([]);
      expect(await sessionsOf(await logIn(email, member.password))).toHaveLength(renewed ? 2 : 1);
      // The way back ends all, that of the browser that takes it too.
      const undo = await mailedToken(server(), member.email);
      const back = await finish(undo, renewed ? sessionIn(answer) : null);
      expect([back.status, back.cookies.filter((cookie) => /^auth\.session=[^;]/.test(cookie))]).toEqual([200, []]);
      expect(await sessionsOf(await logIn(member.email, member.password))).toHaveLength(1);
    }
  });

  test('AC6: a link to a new address lives 24 hours, the way back 48', async () => {
    server().holdClock();
    const member = await server().member();
    const change = async () => {
      const email = fresh();
      await put(member, 'email', { email, password: member.password });
      return mailedToken(server(), email);
    };
    const late = await change();
    server().advance(24 * HOUR);
    expect((await finish(late)).body.error?.code).toBe('link_expired');
    const inTime = await change();
    server().advance(24 * HOUR - 1);
    expect((await finish(inTime)).status).toBe(200);
    const undo = await mailedToken(server(), member.email);
    server().advance(48 * HOUR);
    expect((await finish(undo)).body.error?.code).toBe('link_expired');
  });

  test('AC5: an invalid address and one that is taken each say so, also when it is taken meanwhile', async () => {
    const member = await server().member();
    const other = await server().member();
    const deleting = await server().member({ status: 'pending_deletion' });
    const change = (email: string) => put(member, 'email', { email, password: member.password });
    expect((await change('no address')).body.error?.fields).toEqual({ email: 'email_invalid' });
    expect((await change(other.email.toUpperCase())).body.error?.code).toBe('email_known');
    expect((await change(deleting.email)).body.error?.code).toBe('email_deleting');
    const email = fresh();
    await change(email);
    const token = await mailedToken(server(), email);
    const taker = await server().member({ email });
    expect((await finish(token)).body.error?.code).toBe('email_known');
    expect(await userOf(taker)).toMatchObject({ email });
  });

  test('AC22: settings.sessions lists the logins, and settings.endSessions ends one or all others', async () => {
    const member = await server().member();
    const stranger = await server().member();
    const [one, two, three] = [
      await logIn(member.email, member.password),
      await logIn(member.email, member.password),
      await logIn(member.email, member.password),
    ];
    const all = await sessionsOf(member);
    expect(all).toHaveLength(4);
    expect(all[0]).toMatchObject({ id: hashOf(member), current: true });
    const end = (as: MadeMember, json: object) => put(as, 'sessions', json, 'DELETE');
    await end(stranger, { id: hashOf(one) });
    expect(await userOf(one)).toMatchObject({ id: member.id });
    const heard = recordEvents(server(), member.id, hashOf(one));
    expect((await end(member, { id: hashOf(one) })).status).toBe(204);
    expect([await userOf(one), (await userOf(two)) !== null, heard]).toEqual([null, true, [{ type: 'logout' }]]);
    await end(member, { id: hashOf(member) });
    await end(member, {});
    expect([await userOf(two), await userOf(three), (await userOf(member)) !== null]).toEqual([null, null, true]);
    expect(await sessionsOf(member)).toHaveLength(1);
  });

  test('AC2 AC11 SA2: settings.read and settings.setPrivacy: an invisible member is not found in a search', async () => {
    const member = await server().member({ gender: 'female', name: 'Hidden Fern' });
    const searcher = await server().member({ gender: 'male' });
    const found = async () =>
      (await server().call('/api/members.php', { as: searcher, query: 'gender=any' })).text.includes(member.id);
    expect(await read(member)).toMatchObject({ visible: true, show_to_visitors: false });
    expect(await found()).toBe(true);
    await put(member, 'privacy', { visible: false });
    expect([await found(), await read(member)]).toMatchObject([false, { visible: false, show_to_visitors: false }]);
    await put(member, 'privacy', { visible: true, show_to_visitors: true });
    expect([await found(), await read(member)]).toMatchObject([true, { visible: true, show_to_visitors: true }]);
  });

  test('AC11: settings.setPrivacy turns the quick exit on and off for the account, whose user says so', async () => {
    const member = await server().member();
    const user = async () => ((await server().call('/api/user.php', { as: member })).body as { user: object }).user;
    expect([await read(member), await user()]).toMatchObject([{ quick_exit: false }, { quick_exit: false }]);
    const heard = recordEvents(server(), member.id, hashOf(member));
    await put(member, 'privacy', { quick_exit: true });
    expect([await read(member), await user()]).toMatchObject([
      { quick_exit: true, visible: true },
      { quick_exit: true },
    ]);
    expect(heard).toEqual([{ type: 'user' }]);
    await put(member, 'privacy', { quick_exit: false });
    expect(await read(member)).toMatchObject({ quick_exit: false });
  });
});
