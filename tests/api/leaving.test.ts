// Leaving: the deletion, and the way back.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { leavingReasons } from '#contract/leaving';
import { LINK_REPEAT_SECONDS, PASSWORD_RESET } from '#domain/limits';
import { eraseDeleted } from '#server/auth/erase-account';
import { photoFile } from '#server/modules/photos/photo-access';
import { send } from '../support/chats.ts';
import { mailedToken } from '../support/joining.ts';
import { type MadeMember, sessionHash } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const DAY = 86_400;

eachEngine('leaving', (server) => {
  const remove = (as: MadeMember, json: object = {}) =>
    server().call('/api/account.php', {
      method: 'DELETE',
      as,
      json: { password: as.password, reason: 'found_someone', remarks: 'All the best', ...json },
    });
  const reactivate = (token: string) => server().call('/api/account-reactivate.php', { json: { token } });
  const logIn = (who: MadeMember) =>
    server().call('/api/user.php', { json: { email: who.email, password: who.password } });
  const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
  const view = (as: MadeMember, id: string) => server().call('/api/member.php', { as, query: `id=${id}` });
  const erase = () => eraseDeleted(server().database, siteAt(0).id, server().now());

  test('AC14 AC15 AC16 E7: leaving.remove hides the member at once, ends all sessions and mails a way back', async () => {
    const member = await server().member({ credits: 3 });
    const other = await server().member({ credits: 3 });
    await send(server(), member, { profile: other.id });
    expect((await remove(member, { password: 'wrong password' })).body.error?.fields).toEqual({
      password: 'password_old_wrong',
    });
    expect((await remove(member, { reason: 'because' })).status).toBe(422);
    expect((await remove(member, { remarks: `a${'\u0301'.repeat(9)}` })).body.error?.fields).toEqual({
      remarks: 'too_many_marks',
    });
    const heard = recordEvents(server(), member.id);
    server().holdClock();
    const { status, body } = await remove(member);
    const left = (new Date(String(body['until'])).getTime() - server().now().getTime()) / 1000;
    expect([status, left]).toEqual([200, 14 * DAY]);
    expect([await userOf(member), heard]).toEqual([null, []]);
    expect((await view(other, member.id)).status).toBe(404);
    expect((await server().call('/api/chats.php', { as: other })).body['chats']).toEqual([]);
    expect((await logIn(member)).body.error?.code).toBe('email_deleting');
    expect(await mailedToken(server(), member.email)).not.toBe('');
  });

  test('AC14 AC15: each of the seven reasons is taken and kept with the remarks until the member comes back', async () => {
    expect([...leavingReasons].sort()).toEqual([
      'found_someone',
      'not_enough_members',
      'not_looking',
      'other',
      'site_problems',
      'too_expensive',
      'too_much_time',
    ]);
    for (const reason of leavingReasons) {
      const member = await server().member();
      const kept = () =>
        server().database.inTenant(siteAt(0).id, (db) =>
          db
            .selectFrom('account')
            .select(['deletion_reason', 'deletion_remarks'])
            .where('id', '=', member.id)
            .executeTakeFirstOrThrow(),
        );
      expect((await remove(member, { reason, remarks: `About ${reason}` })).status).toBe(200);
      expect(await kept()).toEqual({ deletion_reason: reason, deletion_remarks: `About ${reason}` });
      expect((await reactivate(await mailedToken(server(), member.email))).status).toBe(200);
      expect(await kept()).toEqual({ deletion_reason: null, deletion_remarks: null });
    }
  });

  test('AC16 E7: on the first day a leaving member is found in no search and no list of likes, and the picture opens for no one', async () => {
    const member = await server().member({ gender: 'female', name: 'Leaving Fern', photos: [{}] });
    const other = await server().member({ gender: 'male' });
    const like = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'PUT', json: { id }, as });
    expect([(await like(member, other.id)).status, (await like(other, member.id)).status]).toEqual([200, 200]);
    const { id: tenant } = siteAt(0);
    const [photo] = member.photos;
    const found = async () =>
      [
        await server().call('/api/members.php', { as: other, query: 'gender=any' }),
        await server().call('/api/likes.php', { as: other }),
      ].map(({ text }) => text.includes(member.id));
    const file = () => photoFile(server().database, tenant, photo?.token ?? '', [sessionHash(other)], server().now());
    expect([...(await found()), (await file()) !== null]).toEqual([true, true, true]);
    expect((await remove(member)).status).toBe(200);
    expect([...(await found()), await file()]).toEqual([false, false, null]);
    expect((await reactivate(await mailedToken(server(), member.email))).status).toBe(200);
    expect([...(await found()), (await file()) !== null]).toEqual([true, true, true]);
  });

  test('AC16 A5: a deletion whose answer was lost is answered again, though its session has ended', async () => {
    const member = await server().member();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const json = { password: member.password, reason: 'other', remarks: '' };
    const deliver = (changes: object = {}) =>
      server().call('/api/account.php', { method: 'DELETE', as: member, json: { ...json, ...changes }, headers });
    const first = await deliver();
    const again = await deliver();
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect((await deliver({ remarks: 'x' })).body.error?.code).toBe('idempotency_conflict');
    const stranger = await server().member();
    const other = await server().call('/api/account.php', {
      ...{ method: 'DELETE', as: { cookie: stranger.cookie.slice(0, -1) }, json, headers },
    });
    expect(other.body.error?.code).toBe('authentication_required');
  });

  test('AC18 AU21: a reset that is asked for in deletion is refused, and mails the way back once more, within the limit of resets', async () => {
    const member = await server().member();
    await remove(member);
    const first = await mailedToken(server(), member.email);
    const tokens = new Set([first]);
    for (let asked = 0; asked < PASSWORD_RESET.mails + 1; asked += 1) {
      const refused = await server().call('/api/password-reset.php', { json: { email: member.email } });
      expect(refused.body.error).toMatchObject({ code: 'email_deleting', until: expect.any(String) });
      tokens.add(await mailedToken(server(), member.email));
    }
    expect(tokens.size).toBe(1 + PASSWORD_RESET.mails);
    const { text = '' } = server().mails.findLast(({ to }) => to === member.email) ?? {};
    expect(text).toContain('/account-reactivate?token=');
    expect((await reactivate([...tokens].at(-1) ?? '')).status).toBe(200);
  });

  test('AC18: leaving.reactivate restores the account until the last second of 14 days, and not later', async () => {
    server().holdClock();
    const member = await server().member({ credits: 3 });
    const late = await server().member();
    for (const each of [member, late]) await remove(each);
    const token = await mailedToken(server(), member.email);
    const lateToken = await mailedToken(server(), late.email);
    server().advance(14 * DAY - 1);
    await erase();
    expect((await reactivate(token)).body).toEqual({ reactivated: true });
    // The sessions of before do not come back.
    expect(await userOf(member)).toBeNull();
    expect((await reactivate(token)).body).toEqual({ reactivated: true });
    expect((await logIn(member)).body['user']).toMatchObject({ id: member.id, credits: 3, status: 'active' });
    expect((await logIn(late)).body.error?.code).toBe('email_deleting');
    server().advance(1);
    for (const each of [token, lateToken]) expect((await reactivate(each)).body.error?.code).toBe('link_expired');
    await erase();
    expect((await logIn(late)).body.error?.code).toBe('login_failed');
    expect((await logIn(member)).status).toBe(200);
  });

  test('AC18 C8 DA-links: the form of a way back that comes again for a minute is told that it worked, unless the account left anew', async () => {
    server().holdClock();
    const [member, again] = [await server().member(), await server().member()];
    for (const each of [member, again]) await remove(each);
    const [token, other] = [await mailedToken(server(), member.email), await mailedToken(server(), again.email)];
    for (const each of [token, other]) expect((await reactivate(each)).status).toBe(200);
    await remove({ ...again, cookie: (await logIn(again)).cookies[0]?.split(';')[0] ?? '' });
    server().advance(LINK_REPEAT_SECONDS - 1);
    expect((await reactivate(token)).body).toEqual({ reactivated: true });
    expect((await reactivate(other)).body.error?.code).toBe('link_expired');
    expect((await logIn(again)).body.error?.code).toBe('email_deleting');
    server().advance(1);
    expect((await reactivate(token)).body.error?.code).toBe('link_expired');
  });

  test('AC16 A8: a member who is suspended at the same moment does not leave', async () => {
    const member = await server().member();
    const { id: tenant } = siteAt(0);
    const { kysely } = server().database;
    // Stands for a suspension that comes between the check of the session and the deletion.
    await sql
      .raw(
        `create function suspend_meanwhile() returns trigger language plpgsql as $$ begin
           update account set status = 'suspended' where id = old.account; return old; end $$`,
      )
      .execute(kysely);
    await sql
      .raw(
        `create trigger suspend_meanwhile before delete on session for each row
         when (old.account = '${member.id}') execute function suspend_meanwhile()`,
      )
      .execute(kysely);
    onTestFinished(async () => {
      await sql`drop function suspend_meanwhile cascade`.execute(kysely);
    });
    const refused = await remove(member);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'authentication_required']);
    const row = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select('deleted_at').where('id', '=', member.id).executeTakeFirst(),
    );
    expect(row).toEqual({ deleted_at: null });
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === member.email)).toEqual([]);
  });
});
