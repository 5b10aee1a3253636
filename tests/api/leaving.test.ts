// Leaving: the deletion, the way back, and what is left after it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { leavingReasons } from '#contract/leaving';
import { eraseDeleted } from '#server/auth/erase-account';
import { erasure, JOB_KINDS, purgeTenant } from '#server/jobs';
import { photoFile } from '#server/modules/photos/photo-access';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { HOURLY } from '#server/queue';
import { send } from '../support/chats.ts';
import { mailedToken } from '../support/joining.ts';
import { block, type MadeMember, sessionHash } from '../support/members.ts';
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

  test('AC21: erasing is an hourly job for each brand, which may run twice and leaves other accounts alone', async () => {
    server().holdClock();
    expect([erasure.schedule, JOB_KINDS.includes(erasure)]).toEqual([{ cron: HOURLY }, true]);
    const [leaver, later, stays] = [await server().member(), await server().member(), await server().member()];
    await remove(leaver);
    server().advance(3600);
    await remove(later);
    server().advance(14 * DAY - 3600);
    for (let run = 0; run < 2; run += 1) await erasure.run(server().app.services, { tenant: siteAt(0).id });
    expect((await logIn(leaver)).body.error?.code).toBe('login_failed');
    expect((await logIn(later)).body.error?.code).toBe('email_deleting');
    expect((await logIn(stays)).status).toBe(200);
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
    expect((await reactivate(token)).body.error?.code).toBe('link_expired');
    expect((await logIn(member)).body['user']).toMatchObject({ id: member.id, credits: 3, status: 'active' });
    expect((await logIn(late)).body.error?.code).toBe('email_deleting');
    server().advance(1);
    expect((await reactivate(lateToken)).body.error?.code).toBe('link_expired');
    await erase();
    expect((await logIn(late)).body.error?.code).toBe('login_failed');
    expect((await logIn(member)).status).toBe(200);
  });

  test('AC21 E7: after 14 days nothing of the member is left in any table, and the books still add up', async () => {
    const about = `unique words ${crypto.randomUUID()}`;
    const name = `Leaver ${crypto.randomUUID().slice(0, 8)}`;
    const member = await server().member({ credits: 5, name, about, photos: [{}, { private: true }] });
    const other = await server().member({ credits: 5 });
    await send(server(), member, { profile: other.id, text: 'Farewell, my friend' });
    await send(server(), other, { profile: member.id, text: 'Goodbye' });
    await server().call('/api/like.php', { method: 'PUT', json: { id: member.id }, as: other });
    await server().call('/api/like.php', { method: 'PUT', json: { id: other.id }, as: member });
    await view(other, member.id);
    await block(server().database, siteAt(0), member.id, (await server().member()).id);
    await remove(member);
    await server().runJobs();
    server().advance(14 * DAY);
    await erase();
    await purgeTenant({ database: server().database, now: server().now }, siteAt(0).id);
    const dump = await everything();
    for (const [what, text] of Object.entries({
      id: member.id,
      email: member.email,
      name,
      about,
      token: member.photos[0]?.token,
    }))
      expect(
        dump
          .filter((row) => row.includes(text ?? '-'))
          .map((row) => `${what}: ${row}`)
          .join('\n'),
      ).toBe('');
    const gaps = await server().database.inTenant(siteAt(0).id, (db) => findLedgerGaps(db, siteAt(0).id));
    expect(gaps.filter(({ version }) => version > 0)).toEqual([]);
    expect((await userOf(other)) as object).toMatchObject({ credits: 4 });
  });

  test('E1 AC16: an account that was never confirmed is erased at once', async () => {
    const member = await server().member({ status: 'not_confirmed' });
    expect((await remove(member)).body).toEqual({ until: null });
    expect((await logIn(member)).body.error?.code).toBe('login_failed');
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === member.email)).toEqual([]);
  });

  test('E1 AC16: an unconfirmed account with a payment must be confirmed before it is deleted', async () => {
    const member = await server().member({ status: 'not_confirmed' });
    const at = server().now();
    await server().database.inTenant(siteAt(0).id, (db) =>
      db
        .insertInto('payment')
        .values({
          ...{ tenant: siteAt(0).id, id: crypto.randomUUID(), account: member.id, package: '35', credits: 35 },
          ...{ amount: 3999, currency: 'EUR', vat: 21, method: 'ideal', country: 'NL', discount_code: null },
          ...{ provider: 'sandbox', provider_ref: null, redirect: null, status: 'paid' as const },
          ...{ created_at: at, updated_at: at, check_at: null },
        })
        .execute(),
    );
    expect((await remove(member)).body.error?.code).toBe('confirm_first');
    expect(await userOf(member)).toMatchObject({ id: member.id });
  });

  /** Every row of every table as text, but for the partitions that are dropped after two days. */
  async function everything(): Promise<string[]> {
    const expiring = ['event', 'idempotency'];
    const { kysely } = server().database;
    const { rows: tables } = await sql<{ name: string }>`select table_schema || '.' || table_name as name
      from information_schema.tables where table_type = 'BASE TABLE'
        and table_schema not in ('information_schema', 'pg_catalog')`.execute(kysely);
    const found: string[] = [];
    for (const { name } of tables) {
      const [schema = '', table = ''] = name.split('.');
      if (expiring.some((each) => table.startsWith(each))) continue;
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(`${schema}.${table}`)} t`.execute(kysely);
      found.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    expect(found.length).toBeGreaterThan(10);
    return found;
  }
});
