// The mailed links of an account together: what a new password, a cancelled change and a newer mail do to the others.
import { expect, test } from 'vitest';
import { eraseDeleted } from '#server/auth/erase-account';
import { freshIp, joinWith, joinNew, rightForm } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const NEW = 'purple lanterns over water';
const DAY = 86_400;

eachEngine('account links', (server) => {
  const put = (as: { cookie: string }, path: string, json: object, method = 'PUT') =>
    server().call(`/api/${path}.php`, { method, json, as, ip: freshIp() });
  const fresh = () => `${crypto.randomUUID()}@example.test`;
  const mailsTo = (email: string) => server().mails.filter(({ to }) => to === email);
  const tokensTo = (email: string): string[] =>
    mailsTo(email).flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? []);
  const askReset = async ({ email }: { email: string }): Promise<string> => {
    expect((await server().call('/api/password-reset.php', { json: { email }, ip: freshIp() })).status).toBe(200);
    await server().runJobs();
    return tokensTo(email).at(-1) ?? '';
  };
  const reset = async (token: string, password = NEW) =>
    (await server().call('/api/password-reset-do.php', { json: { token, password, password_again: password } })).status;
  const finish = async (token: string) =>
    (await server().call('/api/email-confirm.php', { json: { token } })).body.error?.code ?? 'done';
  const askChange = (as: MadeMember, email: string) => put(as, 'email', { email, password: as.password });
  const remove = (as: MadeMember) =>
    put(as, 'account', { password: as.password, reason: 'other', remarks: '' }, 'DELETE');
  const reactivate = (token: string) => server().call('/api/account-reactivate.php', { json: { token } });
  const cancel = (as: MadeMember) => put(as, 'email', {}, 'DELETE');
  const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
  const pendingOf = async (as: MadeMember) =>
    ((await server().call('/api/account.php', { as })).body['settings'] as { pending_email: string | null })
      .pending_email;
  const logIn = async ({ email }: { email: string }, password: string) => {
    const answer = await server().call('/api/user.php', { json: { email, password } });
    return { ...answer, cookie: answer.cookies[0]?.split(';')[0] ?? '' };
  };

  test('AU20 AC3: a password changed in the settings kills a link to reset it that was mailed before', async () => {
    const member = await server().member();
    const token = await askReset(member);
    const changed = await put(member, 'password', { old: member.password, password: NEW, password_again: NEW });
    expect(changed.status).toBe(204);
    expect(await reset(token, 'another set of words')).toBe(410);
    expect((await logIn(member, NEW)).status).toBe(200);
  });

  test('AU22: of two mailed links the one that is used first ends the other, so that a stranger who asks ends none', async () => {
    const member = await server().member();
    const [older, newer] = [await askReset(member), await askReset(member)];
    expect(older).not.toBe(newer);
    expect(await reset(older)).toBe(200);
    expect(await reset(newer)).toBe(410);
  });

  test('AU20: a reset ends both of the other open sessions, and the one it starts lives', async () => {
    const member = await server().member();
    const others = [await logIn(member, member.password), await logIn(member, member.password)];
    const token = await askReset(member);
    const answer = await server().call('/api/password-reset-do.php', {
      json: { token, password: NEW, password_again: NEW },
    });
    for (const each of [member, ...others]) expect(await userOf(each)).toBeNull();
    expect(await userOf({ cookie: answer.cookies[0]?.split(';')[0] ?? '' })).toMatchObject({ id: member.id });
  });

  test('AC4: settings.cancelEmailChange: a change to a mistyped address ends, its link with it, and the old address stays', async () => {
    const [member, other] = [await server().member(), await server().member()];
    const [mistyped, right] = [fresh(), fresh()];
    expect((await askChange(member, mistyped)).status).toBe(204);
    await server().runJobs();
    expect(await pendingOf(member)).toBe(mistyped);
    await cancel(other);
    expect(await pendingOf(member)).toBe(mistyped);
    expect((await cancel(member)).status).toBe(204);
    expect(await pendingOf(member)).toBeNull();
    expect(await finish(tokensTo(mistyped)[0] ?? '')).toBe('link_expired');
    expect(await userOf(member)).toMatchObject({ email: member.email });
    expect((await cancel(member)).body.error?.code).toBe('link_expired');
    await askChange(member, right);
    await server().runJobs();
    expect(await finish(tokensTo(right)[0] ?? '')).toBe('done');
    const again = { ...member, ...(await logIn({ email: right }, member.password)) };
    expect((await cancel(again)).body.error?.code).toBe('link_expired');
    expect(await userOf(again)).toMatchObject({ email: right });
  });

  test('AC3 AC6: a password changed in the settings ends a change of address that a thief has asked for', async () => {
    const [owner, other] = [await server().member(), await server().member()];
    const [sent, queued] = [fresh(), fresh()];
    await askChange({ ...owner, ...(await logIn(owner, owner.password)) }, sent);
    await server().runJobs();
    await askChange(other, queued);
    for (const each of [owner, other])
      expect((await put(each, 'password', { old: each.password, password: NEW, password_again: NEW })).status).toBe(
        204,
      );
    await server().runJobs();
    expect([await finish(tokensTo(sent)[0] ?? ''), mailsTo(queued)]).toEqual(['link_expired', []]);
    for (const each of [owner, other]) expect((await logIn(each, NEW)).status).toBe(200);
  });

  test('AC4 AC6: the old address is told of a change before it is confirmed, and can undo it before and after', async () => {
    for (const isConfirmed of [false, true]) {
      const owner = await server().member();
      const thief = { ...owner, ...(await logIn(owner, owner.password)) };
      const theirs = fresh();
      expect((await askChange(thief, theirs)).status).toBe(204);
      await server().runJobs();
      expect(mailsTo(owner.email)).toHaveLength(1);
      expect(mailsTo(owner.email)[0]?.text).not.toContain(theirs);
      if (isConfirmed) expect(await finish(tokensTo(theirs)[0] ?? '')).toBe('done');
      expect(await finish(tokensTo(owner.email)[0] ?? '')).toBe('done');
      expect(await finish(tokensTo(theirs)[0] ?? '')).toBe('link_expired');
      expect([await userOf(owner), await userOf(thief)]).toEqual([null, null]);
      expect(await reset(await askReset(owner))).toBe(200);
      expect((await logIn(owner, NEW)).status).toBe(200);
    }
  });

  test('AC6: an address that the account has lost meanwhile gets no way back from a mail that was still waiting', async () => {
    const owner = await server().member();
    const [theirs, next] = [fresh(), fresh()];
    await askChange(owner, theirs);
    await server().runJobs();
    const undo = tokensTo(owner.email)[0] ?? '';
    expect(await finish(tokensTo(theirs)[0] ?? '')).toBe('done');
    const again = { ...owner, ...(await logIn({ email: theirs }, owner.password)) };
    expect((await askChange(again, next)).status).toBe(204);
    expect(await finish(undo)).toBe('done');
    await server().runJobs();
    expect([tokensTo(theirs).length, mailsTo(next).length]).toEqual([1, 0]);
  });

  test('AC4: a change that is cancelled or asked for anew before its mail went out mails no link', async () => {
    const member = await server().member();
    const [cancelled, first, second] = [fresh(), fresh(), fresh()];
    await askChange(member, cancelled);
    await cancel(member);
    await server().runJobs();
    await askChange(member, first);
    await askChange(member, second);
    await server().runJobs();
    expect([cancelled, first, second].map((email) => mailsTo(email).length)).toEqual([0, 0, 1]);
    expect(await pendingOf(member)).toBe(second);
  });

  test('AC6 AU20: a reset of the password ends a change of address that another may have asked for', async () => {
    const member = await server().member();
    const [sent, queued] = [fresh(), fresh()];
    await askChange(member, sent);
    await server().runJobs();
    expect(await reset(await askReset(member))).toBe(200);
    expect(await finish(tokensTo(sent)[0] ?? '')).toBe('link_expired');
    const again = await server().member();
    const token = await askReset(again);
    await askChange(again, queued);
    expect(await reset(token)).toBe(200);
    await server().runJobs();
    expect(mailsTo(queued)).toEqual([]);
  });

  const wayBackIn = (text: string): string => /account-reactivate\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const wayBackTo = (email: string): string =>
    mailsTo(email).findLast(({ text }) => wayBackIn(text) !== '')?.text ?? `no way back to ${email}`;

  test.each(['undone', 'confirmed', 'stolen'] as const)(
    'AC18 E7 AC6: a change of address that is %s by mail during a deletion mails the way back anew, to the address of then',
    async (kind) => {
      server().holdClock();
      const member = await server().member();
      const next = fresh();
      await askChange(member, next);
      await server().runJobs();
      const [undo = '', confirm = ''] = [...tokensTo(member.email), ...tokensTo(next)];
      if (kind === 'stolen') expect(await finish(confirm)).toBe('done');
      const as = kind === 'stolen' ? { ...member, ...(await logIn({ email: next }, member.password)) } : member;
      expect((await remove(as)).status).toBe(200);
      await server().runJobs();
      const before = wayBackTo(kind === 'stolen' ? next : member.email);
      server().advance(3600);
      expect(await finish(kind === 'confirmed' ? confirm : undo)).toBe('done');
      await server().runJobs();
      const owner = kind === 'confirmed' ? next : member.email;
      const after = wayBackTo(owner);
      // Each says the same end of the 14 days.
      expect(after.replace(wayBackIn(after), '')).toBe(before.replace(wayBackIn(before), ''));
      expect((await reactivate(wayBackIn(before))).body.error?.code).toBe('link_expired');
      // The address before hears of what was confirmed, also of an account in deletion.
      const told = mailsTo(member.email).filter(({ text }) => text.includes('now uses another email address'));
      expect(told).toHaveLength(kind === 'undone' ? 0 : 1);
      server().advance(14 * DAY - 3600 - 1);
      await eraseDeleted(server().database, siteAt(0).id, server().now());
      expect((await reactivate(wayBackIn(after))).body).toEqual({ reactivated: true });
      expect((await logIn({ email: owner }, member.password)).status).toBe(200);
    },
  );

  test('AC21 SG14: the address of a deleted account joins again on the day after its 14 days, and is told so before', async () => {
    server().holdClock();
    const member = await server().member();
    expect((await remove(member)).status).toBe(200);
    const join = () => joinWith(server(), rightForm({ email: member.email }));
    const until = new Date(server().now().getTime() + 14 * DAY * 1000).toISOString();
    server().advance(14 * DAY - 1);
    await eraseDeleted(server().database, siteAt(0).id, server().now());
    const { email, password } = member;
    const other = await server().member();
    const unconfirmed = await server().member({ status: 'not_confirmed' });
    const asked = { json: { email }, ip: freshIp() };
    for (const answer of [
      await join(),
      await logIn(member, password),
      await server().call('/api/password-reset.php', asked),
      await put(other, 'email', { email, password: other.password }),
      await server().call('/api/activation-address.php', { ...asked, as: unconfirmed }),
    ])
      expect(answer.body.error).toEqual({ code: 'email_deleting', until });
    server().advance(1);
    await eraseDeleted(server().database, siteAt(0).id, server().now());
    const { cookie } = await joinNew(server(), { email: member.email });
    expect(await userOf({ cookie })).toMatchObject({ email: member.email, status: 'not_confirmed' });
    expect((await userOf({ cookie })) as { id: string }).not.toHaveProperty('id', member.id);
  });
});
