// Changing the e-mail address: what is told of others' addresses, how long the new one shows, and what its links end.
import { expect, test } from 'vitest';
import { DISCLOSURE, LOCKOUT, MAILS_PER_DAY } from '#domain/limits';
import { purgeTenant } from '#server/jobs';
import { freshIp, leaveMidnight, mailedToken } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { addOtherAccess, countOtherAccess } from '../support/other-access.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const DAY = 86_400;

eachEngine('change of e-mail', (server) => {
  const fresh = () => `${crypto.randomUUID()}@example.test`;
  const askChange = (as: MadeMember, email: string, ip = freshIp()) =>
    server().call('/api/email.php', { method: 'PUT', json: { email, password: as.password }, as, ip });
  const finish = async (token: string) =>
    (await server().call('/api/email-confirm.php', { json: { token } })).body.error?.code ?? 'done';
  const pendingOf = async (as: MadeMember) =>
    ((await server().call('/api/account.php', { as })).body['settings'] as { pending_email: string | null })
      .pending_email;

  test('AC6: the new address shows at once and until its link expires, and is deleted then', async () => {
    server().holdClock();
    const { id: tenant } = siteAt(0);
    const member = await server().member();
    const email = fresh();
    await askChange(member, email);
    expect(await pendingOf(member)).toBe(email);
    // The link is valid from when it is mailed.
    server().advance(DAY / 2);
    await server().runJobs();
    server().advance(DAY - 1);
    await purgeTenant({ database: server().database, now: server().now }, tenant);
    expect(await pendingOf(member)).toBe(email);
    server().advance(1);
    expect(await pendingOf(member)).toBeNull();
    await purgeTenant({ database: server().database, now: server().now }, tenant);
    const row = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('account')
        .select(['new_email', 'new_email_until'])
        .where('tenant', '=', tenant)
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ new_email: null, new_email_until: null });
  });

  test('DB6 C3: at the limit, known and unknown addresses get the same answer, and no change is begun', async () => {
    const ip = freshIp();
    const codes = [];
    for (let number = 0; number < 6; number += 1) {
      const [own, other] = [await server().member(), await server().member()];
      codes.push((await askChange(own, other.email, ip)).body.error?.code);
    }
    expect(codes).toEqual([...Array<string>(5).fill('email_known'), 'too_many_requests']);
    const member = await server().member();
    const email = fresh();
    expect((await askChange(member, email, ip)).body.error?.code).toBe('too_many_requests');
    expect([await pendingOf(member), await mailedToken(server(), email)]).toEqual([null, '']);
    expect((await askChange(member, email)).status).toBe(204);
  });

  test('DB6 C3: that a free address has no account is told as seldom as that a known one has', async () => {
    const ip = freshIp();
    const codes = [];
    for (let number = 0; number < DISCLOSURE.addresses; number += 1)
      codes.push((await askChange(await server().member(), fresh(), ip)).status);
    expect(codes).toEqual(Array<number>(DISCLOSURE.addresses).fill(204));
    const [own, other] = [await server().member(), await server().member()];
    for (const email of [fresh(), other.email])
      expect((await askChange(own, email, ip)).body.error?.code).toBe('too_many_requests');
    expect((await askChange(own, fresh())).status).toBe(204);
  });

  test('DA-lockout AC4: the right password is no failure when a limit refuses the change', async () => {
    server().holdClock();
    leaveMidnight(server());
    const member = await server().member();
    const ip = freshIp();
    const codes = [];
    for (let number = 0; number < MAILS_PER_DAY.old_address + LOCKOUT.known.max + LOCKOUT.failures + 2; number += 1) {
      codes.push((await askChange(member, fresh(), ip)).body.error?.code ?? 'done');
      // The call has a limit of its own, by the minute.
      server().advance(10);
    }
    expect(codes.filter((code) => code === 'account_blocked')).toEqual([]);
    expect(new Set(codes)).toEqual(new Set(['done', 'mail_limit', 'too_many_requests']));
    const wrong = await askChange({ ...member, password: 'wrong password' }, fresh(), ip);
    expect(wrong.body.error?.fields).toEqual({ password: 'password_old_wrong' });
    const json = { email: member.email, password: member.password };
    expect((await server().call('/api/user.php', { json, ip })).status).toBe(200);
  });

  test('AC6 DA-passkey: an undone change also ends the passkeys and the data export, which others may have made', async () => {
    const [member, other] = [await server().member(), await server().member()];
    for (const { id } of [member, other]) await addOtherAccess(server(), id);
    const count = ({ id }: MadeMember) => countOtherAccess(server(), id);
    const email = fresh();
    await askChange(member, email);
    // The member who confirms keeps them.
    expect(await finish(await mailedToken(server(), email))).toBe('done');
    expect(await count(member)).toBe(2);
    expect(await finish(await mailedToken(server(), member.email))).toBe('done');
    expect([await count(member), await count(other)]).toEqual([0, 2]);
  });

  test('AC6: an undone change tells the address that it takes away, and one that was never confirmed tells nothing', async () => {
    const member = await server().member();
    const subjects = (email: string) => server().mails.flatMap(({ to, subject }) => (to === email ? subject : []));
    const [never, email] = [fresh(), fresh()];
    await askChange(member, never);
    const early = await mailedToken(server(), member.email);
    expect(await finish(early)).toBe('done');
    await server().runJobs();
    expect(subjects(never)).toEqual(['Confirm your new email address']);
    const { body, cookies } = await server().call('/api/user.php', {
      json: { email: member.email, password: member.password },
    });
    expect(body['user']).toMatchObject({ id: member.id });
    await askChange({ ...member, cookie: cookies[0]?.split(';')[0] ?? '' }, email);
    expect(await finish(await mailedToken(server(), email))).toBe('done');
    expect(await finish(await mailedToken(server(), member.email))).toBe('done');
    await server().runJobs();
    expect(subjects(email)).toEqual(['Confirm your new email address', 'Your email address was changed back']);
  });

  test('AC6: the owner of a suspended account hears of a change that was confirmed meanwhile, and can undo it', async () => {
    const member = await server().member();
    const email = fresh();
    await askChange(member, email);
    const token = await mailedToken(server(), email);
    await server().database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('account')
        .set({ status: 'suspended', suspended_for: 'else' })
        .where('id', '=', member.id)
        .execute(),
    );
    const mails = server().mails.length;
    expect(await finish(token)).toBe('done');
    expect(await finish(await mailedToken(server(), member.email))).toBe('done');
    expect(server().mails[mails]).toMatchObject({ to: member.email, subject: 'Your email address was changed' });
  });

  test('AC6: a newer link to a new address ends the one before', async () => {
    const member = await server().member();
    const [first, second] = [fresh(), fresh()];
    const tokens = [];
    for (const email of [first, second]) {
      expect((await askChange(member, email)).status).toBe(204);
      tokens.push(await mailedToken(server(), email));
    }
    const [older = '', newer = ''] = tokens;
    expect([await finish(older), await finish(newer)]).toEqual(['link_expired', 'done']);
  });
});
