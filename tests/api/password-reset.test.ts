// Password reset: the mail and its limits, the link and its life, and what a new password ends.
import { expect, test } from 'vitest';
import { DISCLOSURE, LINK_REPEAT_SECONDS, LOCKOUT } from '#domain/limits';
import { type MadeMember, sessionHash } from '../support/members.ts';
import { addOtherAccess, countOtherAccess } from '../support/other-access.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const NEW = 'purple lanterns over water';
const HOUR = 3600;
const tenant = siteAt(0).id;

eachEngine('password reset', (server, engine) => {
  let caller = 0;
  /** Each asks from an address of its own, so that none is at the disclosure limit. */
  const ask = (email: string, ip = `203.0.113.${(caller += 1)}`) =>
    server().call('/api/password-reset.php', { json: { email }, ip });
  const reset = (token: string, password = NEW, password_again = password) =>
    server().call('/api/password-reset-do.php', { json: { token, password, password_again } });
  const logIn = (email: string, password: string) => server().call('/api/user.php', { json: { email, password } });
  const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
  const mailsTo = (email: string) => server().mails.filter(({ to }) => to === email);
  const tokenTo = (email: string): string =>
    /token=([\w-]{43})/.exec(mailsTo(email).findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1] ?? '';
  async function asked(member: MadeMember): Promise<string> {
    expect((await ask(member.email)).body).toEqual({ sent: true });
    await server().runJobs();
    return tokenTo(member.email);
  }

  test('AU19 AU20: auth.requestReset mails a link, and auth.resetPassword sets the password, ends all sessions and logs in', async () => {
    const member = await server().member();
    const heard = recordEvents(server(), member.id, Buffer.from(sessionHash(member)).toString('hex'));
    const token = await asked(member);
    expect(token).not.toBe('');
    const answer = await reset(token);
    expect(answer.body).toEqual({ reset: true });
    expect(await userOf(member)).toBeNull();
    expect(heard).toContainEqual({ type: 'logout' });
    const [cookie = ''] = answer.cookies.map((each) => each.split(';')[0] ?? '');
    expect(await userOf({ cookie })).toMatchObject({ id: member.id });
    expect((await logIn(member.email, member.password)).status).toBe(422);
    expect((await logIn(member.email, NEW)).status).toBe(200);
    await server().runJobs();
    expect(mailsTo(member.email)).toHaveLength(2);
    expect(mailsTo(member.email)[1]?.text).not.toContain('token=');
  });

  test('AU20 DA-passkey: a reset also ends the passkeys and the data export, which others may have made', async () => {
    const [member, other] = [await server().member(), await server().member()];
    for (const { id } of [member, other]) await addOtherAccess(server(), id);
    expect((await reset(await asked(member))).status).toBe(200);
    const count = ({ id }: MadeMember) => countOtherAccess(server(), id);
    expect([await count(member), await count(other)]).toEqual([0, 2]);
  });

  test('AU22: a link works once, beside newer ones, and only for 60 minutes', async () => {
    server().holdClock();
    const member = await server().member();
    const first = await asked(member);
    const second = await asked(member);
    server().advance(60 * 60 - 1);
    expect((await reset(first)).status).toBe(200);
    expect((await reset(second)).body.error?.code).toBe('link_expired');
    expect((await reset(first, `${NEW} another`)).body.error?.code).toBe('link_expired');
    const third = await asked(member);
    server().advance(60 * 60);
    expect((await reset(third)).body.error?.code).toBe('link_expired');
    expect((await reset('A'.repeat(43))).body.error?.code).toBe('link_expired');
  });

  test('AU22 C8: of parallel forms with one link, one sets the password', async () => {
    const member = await server().member();
    const token = await asked(member);
    const tries = Array.from({ length: figure(100, 8) }, (_, each) => reset(token, `${NEW} ${each}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...tries.slice(1).map(() => 410)]);
  });

  test('AU22 DA-links: a form that is sent twice at once or again for a minute, as after a lost answer, succeeds each time', async () => {
    server().holdClock();
    const member = await server().member();
    const token = await asked(member);
    const same = await Promise.all([reset(token), reset(token)]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    server().advance(LINK_REPEAT_SECONDS - 1);
    expect((await reset(token, `${NEW} another`)).body.error?.code).toBe('link_expired');
    const again = await reset(token);
    expect(again.body).toEqual({ reset: true });
    const [cookie = ''] = again.cookies.map((each) => each.split(';')[0] ?? '');
    expect(await userOf({ cookie })).toMatchObject({ id: member.id });
    await server().runJobs();
    expect(mailsTo(member.email)).toHaveLength(2);
    server().advance(1);
    expect((await reset(token)).body.error?.code).toBe('link_expired');
    server().releaseClock();
  });

  test('AU23 DA-reset: the fourth mail within 24 hours is refused, and exactly 24 hours after the first it goes out', async () => {
    server().holdClock();
    const member = await server().member();
    for (let number = 0; number < 3; number++) {
      await asked(member);
      server().advance(HOUR);
    }
    expect((await ask(member.email)).body.error?.code).toBe('reset_limit');
    server().advance((24 - 3) * HOUR - 1);
    expect((await ask(member.email)).body.error?.code).toBe('reset_limit');
    server().advance(1);
    expect((await ask(member.email)).status).toBe(200);
    if (engine === 'postgres') {
      const other = await server().member();
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(other.email)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    }
  });

  test('AU22 AU23 DA-reset: the last link of a day stays valid as long as further mails are refused', async () => {
    server().holdClock();
    const [member, late] = [await server().member(), await server().member()];
    const first = await asked(member);
    for (let number = 0; number < 3; number++) await asked(late);
    server().advance(HOUR);
    await asked(member);
    const last = await asked(member);
    const [, before, mail] = mailsTo(member.email);
    expect(before?.text).toContain('60 minutes');
    expect(mail?.text).not.toMatch(/minutes|\{\{/);
    server().advance((24 - 1) * HOUR - 1);
    expect((await ask(member.email)).body.error?.code).toBe('reset_limit');
    expect((await reset(first)).body.error?.code).toBe('link_expired');
    expect((await reset(last)).status).toBe(200);
    expect((await logIn(member.email, NEW)).status).toBe(200);
    server().advance(1);
    expect((await reset(tokenTo(late.email))).body.error?.code).toBe('link_expired');
    expect((await ask(late.email)).status).toBe(200);
  });

  test('AU21 DB6: an unknown address is told, at most five times an hour; then every address gets the same answer', async () => {
    const member = await server().member();
    const deleting = await server().member({ status: 'pending_deletion' });
    await server().database.inTenant(tenant, (db) =>
      db.updateTable('account').set({ deleted_at: server().now() }).where('id', '=', deleting.id).execute(),
    );
    const unconfirmed = await server().member({ status: 'not_confirmed' });
    const code = async (answer: ReturnType<typeof ask>) => (await answer).body.error?.code;
    expect(await code(ask(deleting.email))).toBe('email_deleting');
    expect(await code(ask(unconfirmed.email))).toBe('email_unknown');
    const ip = '198.51.100.7';
    for (let number = 0; number < DISCLOSURE.addresses; number++)
      expect(await code(ask(`nobody-${number}@example.test`, ip))).toBe('email_unknown');
    const answers = [await ask('nobody@example.test', ip), await ask(member.email, ip), await ask(deleting.email, ip)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { sent: true }]));
    await server().runJobs();
    expect(mailsTo(member.email)).toHaveLength(1);
    expect(mailsTo(unconfirmed.email)).toEqual([]);
    // What the page did not tell: that the account is being deleted, and how to keep it.
    expect(mailsTo(deleting.email).map(({ text }) => text.includes('/account-reactivate?token='))).toEqual([true]);
  });

  test('AU24: two different passwords and a weak one are refused, and the link stays', async () => {
    const member = await server().member();
    const token = await asked(member);
    expect((await reset(token, NEW, `${NEW}x`)).body.error).toMatchObject({
      fields: { password_again: 'passwords_differ' },
    });
    expect((await reset(token, 'short')).body.error?.fields).toHaveProperty('password');
    expect((await reset(token, `${member.name} ${member.name}`)).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  test('AU20 DA-lockout: a new password lifts the block after failed logins', async () => {
    const member = await server().member();
    for (let number = 0; number < LOCKOUT.failures; number++) await logIn(member.email, 'wrong password');
    expect((await logIn(member.email, member.password)).body.error?.code).toBe('account_blocked');
    await reset(await asked(member));
    expect((await logIn(member.email, NEW)).status).toBe(200);
  });

  test('AU20: a suspended member can set a password, but is not logged in by it', async () => {
    const member = await server().member({ status: 'suspended' });
    const answer = await reset(await asked(member));
    expect([answer.status, answer.cookies]).toEqual([200, []]);
    expect((await logIn(member.email, NEW)).body.error?.code).toBe('account_closed');
  });
});
