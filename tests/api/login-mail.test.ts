// Login by mail: who gets a link, how many, how long each works, and where it leads.
import { expect, test } from 'vitest';
import { LINK_REPEAT_SECONDS, LOCKOUT, LOGIN_MAIL } from '#domain/limits';
import { spendAttempt } from '#server/auth/attempt-budget';
import { freshIp, linkTo } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

eachEngine('login by mail', (server, engine) => {
  const ask = (email: string, to?: string) =>
    server().call('/api/login-mail.php', { json: { email, ...(to ? { to } : {}) }, ip: freshIp() });
  const open = (token: string, as: { cookie: string } | null = null) =>
    server().call('/api/login-mail-do.php', { json: { token }, as, ip: freshIp() });
  const mailsTo = (email: string) => server().mails.filter(({ to }) => to === email);
  const tokenIn = (text = ''): string => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
  async function asked(member: MadeMember, to?: string): Promise<string> {
    expect((await ask(member.email, to)).body).toEqual({ sent: true });
    await server().runJobs();
    return tokenIn(mailsTo(member.email).at(-1)?.text);
  }

  test('C8 DA-links DA-lockout: auth.requestLoginMail mails a link, and auth.loginByMail logs in once by it, on a blocked account too', async () => {
    const member = await server().member();
    await server().database.inTenant(siteAt(0).id, async (db) => {
      const key = `account:${member.email}`;
      while ((await spendAttempt(db, siteAt(0).id, key, LOCKOUT.account, server().now())) === 0);
    });
    const json = { email: member.email, password: member.password };
    expect((await server().call('/api/user.php', { json, ip: freshIp() })).body.error?.code).toBe('account_blocked');
    const token = await asked(member);
    const answer = await open(token);
    expect(answer.body['user']).toMatchObject({ id: member.id });
    const cookie = answer.cookies.map((each) => each.split(';')[0]).join('; ');
    expect((await server().call('/api/user.php', { as: { cookie } })).body['user']).toMatchObject({ id: member.id });
    server().advance(LINK_REPEAT_SECONDS);
    expect((await open(token)).body.error?.code).toBe('link_expired');
    // The browser is known from now on, and other sessions stay.
    expect((await server().call('/api/user.php', { json, as: { cookie }, ip: freshIp() })).status).toBe(200);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ id: member.id });
  });

  test('C8 DA-links: a link works for 15 minutes, for its brand only, and not after a new password', async () => {
    server().holdClock();
    const member = await server().member();
    const token = await asked(member);
    expect((await server().call('/api/login-mail-do.php', { json: { token }, site: siteAt(1) })).status).toBe(410);
    server().advance(LOGIN_MAIL.validMinutes * MINUTE - 1);
    expect((await open(token)).status).toBe(200);
    const late = await asked(member);
    server().advance(LOGIN_MAIL.validMinutes * MINUTE);
    expect((await open(late)).body.error?.code).toBe('link_expired');
    expect((await open('A'.repeat(43))).body.error?.code).toBe('link_expired');
    const old = await asked(member);
    const password = 'purple lanterns over water';
    const changed = { old: member.password, password, password_again: password };
    expect((await server().call('/api/password.php', { method: 'PUT', json: changed, as: member })).status).toBe(204);
    expect((await open(old)).body.error?.code).toBe('link_expired');
    server().releaseClock();
  });

  test('C8 DA-links: a link that is opened twice at once or again for a minute, as after a lost answer, logs in each time', async () => {
    server().holdClock();
    const member = await server().member();
    const token = await asked(member);
    server().advance(LOGIN_MAIL.waitSeconds);
    const beside = await asked(member);
    const uses = await Promise.all(Array.from({ length: figure(60, 8) }, () => open(token)));
    expect(uses.map(({ status }) => status)).toEqual(uses.map(() => 200));
    const cookie = uses[0]?.cookies.map((each) => each.split(';')[0]).join('; ') ?? '';
    server().advance(LINK_REPEAT_SECONDS - 1);
    expect((await open(beside)).body.error?.code).toBe('link_expired');
    expect((await open(token, { cookie })).status).toBe(200);
    // The new session has replaced the one before.
    expect((await server().call('/api/user.php', { as: { cookie } })).body['user']).toBeNull();
    server().advance(1);
    expect((await open(token)).body.error?.code).toBe('link_expired');
    const used = await asked(member);
    expect((await open(used)).status).toBe(200);
    const password = 'purple lanterns over water';
    const changed = { old: member.password, password, password_again: password };
    expect((await server().call('/api/password.php', { method: 'PUT', json: changed, as: member })).status).toBe(204);
    expect((await open(used)).body.error?.code).toBe('link_expired');
    server().releaseClock();
  });

  test('DB6 DA-login-mail: the answer is the same for every address, and only confirmed accounts get a link that logs in', async () => {
    const deleting = await server().member({ status: 'pending_deletion' });
    const unconfirmed = await server().member({ status: 'not_confirmed' });
    const member = await server().member();
    const addresses = [`${crypto.randomUUID()}@example.test`, deleting.email, unconfirmed.email, member.email];
    for (const email of addresses) {
      const { status, body } = await ask(email);
      expect([status, body]).toEqual([200, { sent: true }]);
    }
    await server().runJobs();
    expect(addresses.map((email) => mailsTo(email).length)).toEqual([0, 0, 1, 1]);
    expect(linkTo(server(), unconfirmed.email).pathname).toContain('/activate/done');
    expect((await ask('no address')).body.error).toMatchObject({ code: 'invalid', fields: { email: 'email_invalid' } });
  });

  test('DA-login-mail I4: of many requests at once one sends a mail; six may go within 24 hours, and then one an hour', async () => {
    server().holdClock();
    const member = await server().member();
    const many = async () => {
      await Promise.all(Array.from({ length: engine === 'postgres' ? 12 : 3 }, () => ask(member.email)));
      await server().runJobs();
      return mailsTo(member.email).length;
    };
    for (let sent = 1; sent <= LOGIN_MAIL.mails; sent += 1) {
      expect(await many()).toBe(sent);
      server().advance(LOGIN_MAIL.waitSeconds);
    }
    server().advance(HOUR - LOGIN_MAIL.waitSeconds - 1);
    expect(await many()).toBe(LOGIN_MAIL.mails);
    for (let more = 1; more <= 2; more += 1) {
      server().advance(more === 1 ? 1 : HOUR);
      expect(await many()).toBe(LOGIN_MAIL.mails + more);
      expect(mailsTo(member.email).at(-1)?.text).toContain('24 ');
    }
    // The first six are over by then, and only the two that followed count.
    server().advance(DAY - HOUR - 10 * LOGIN_MAIL.waitSeconds);
    for (let again = 3; again <= LOGIN_MAIL.mails; again += 1) {
      expect(await many()).toBe(LOGIN_MAIL.mails + again);
      server().advance(LOGIN_MAIL.waitSeconds);
    }
    expect(await many()).toBe(2 * LOGIN_MAIL.mails);
    server().releaseClock();
  });

  test('DA-login-mail: the last mail of a day says so and works for a day, so that strangers who ask shut no member out', async () => {
    server().holdClock();
    const member = await server().member();
    for (let sent = 1; sent <= LOGIN_MAIL.mails; sent += 1) {
      await asked(member);
      server().advance(LOGIN_MAIL.waitSeconds);
    }
    const mails = mailsTo(member.email);
    const [first, last] = [mails[0]?.text ?? '', mails.at(-1)?.text ?? ''];
    expect([first.includes('15 min'), last.includes('24 ')]).toEqual([true, true]);
    server().advance(DAY - LOGIN_MAIL.waitSeconds - 1);
    expect((await open(tokenIn(first))).status).toBe(410);
    expect((await open(tokenIn(last))).status).toBe(200);
    server().releaseClock();
  });

  test('DA-login-mail: a link that is used gives the mails back and ends the links beside it; one that is not used stays valid', async () => {
    server().holdClock();
    const member = await server().member();
    const tokens: string[] = [];
    for (let sent = 1; sent <= LOGIN_MAIL.mails; sent += 1) {
      tokens.push(await asked(member));
      server().advance(LOGIN_MAIL.waitSeconds);
    }
    expect((await open(tokens[0] ?? '')).status).toBe(200);
    expect((await open(tokens.at(-1) ?? '')).status).toBe(410);
    expect((await open(await asked(member))).status).toBe(200);
    expect(mailsTo(member.email)).toHaveLength(LOGIN_MAIL.mails + 1);
    server().releaseClock();
  });

  test('DE6: the link keeps the page where one was going, unless it is one of another site', async () => {
    const member = await server().member();
    await asked(member, `/members/${member.id}/chat?gift=rose`);
    expect(linkTo(server(), member.email).searchParams.get('to')).toBe(`/members/${member.id}/chat?gift=rose`);
    for (const to of ['https://evil.example/', '//evil.example/', '/api/logout.php', '/\\evil.example']) {
      const other = await server().member();
      await asked(other, to);
      expect([to, linkTo(server(), other.email).searchParams.get('to')]).toEqual([to, null]);
    }
  });

  test('DE6: both forms work without a script, and the second one leads there', async () => {
    const member = await server().member();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': null };
    const post = (path: string, fields: Record<string, string>) =>
      server().call(`/api/${path}.php`, { body: new URLSearchParams(fields).toString(), headers, ip: freshIp() });
    const sent = await post('login-mail', { email: member.email, to: '/likes', return_to: '/login-mail#sent' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login-mail#sent']);
    await server().runJobs();
    const { searchParams } = linkTo(server(), member.email);
    const [token, to] = [searchParams.get('token') ?? '', searchParams.get('to') ?? ''];
    const answer = await post('login-mail-do', { token, return_to: to });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/\/likes$/);
  });

  test('DA-links: a suspended member is told so, and the link stays', async () => {
    const member = await server().member({ status: 'suspended' });
    const token = await asked(member);
    for (let use = 0; use < 2; use += 1) expect((await open(token)).body.error?.code).toBe('account_closed');
  });
});
