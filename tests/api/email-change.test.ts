// Changing the e-mail address: what is told of others' addresses, how long the new one shows, and what its links end.
import { expect, test } from 'vitest';
import { purgeTenant } from '#server/jobs';
import { freshIp, mailedToken } from '../support/joining.ts';
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
