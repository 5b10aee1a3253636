// What erasing leaves of those who left: after 14 days, or at once when they were never confirmed.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDeleted, eraseMember } from '#server/auth/erase-account';
import { erasure, JOB_KINDS, purgeTenant } from '#server/jobs';
import { findLedgerGaps } from '#server/payments/ledger-gaps';
import { EVERY_FIVE_MINUTES } from '#server/queue';
import { send } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { everyRow } from '../support/traces.ts';

const DAY = 86_400;

eachEngine('erasing those who left', (server) => {
  const remove = (as: MadeMember) =>
    server().call('/api/account.php', {
      ...{ method: 'DELETE', as, json: { password: as.password, reason: 'found_someone', remarks: 'All the best' } },
    });
  const logIn = (who: MadeMember) =>
    server().call('/api/user.php', { json: { email: who.email, password: who.password } });
  const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
  const view = (as: MadeMember, id: string) => server().call('/api/member.php', { as, query: `id=${id}` });
  const erase = () => eraseDeleted(server().database, siteAt(0).id, server().now());

  test('AC21: erasing is a job of every five minutes for each brand, which may run twice and leaves other accounts alone', async () => {
    server().holdClock();
    expect([erasure.schedule, JOB_KINDS.includes(erasure)]).toEqual([{ cron: EVERY_FIVE_MINUTES }, true]);
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

  test('AC18 A8: of a member who came back or left anew after the job had read who is due, nothing is erased', async () => {
    server().holdClock();
    const { database, now } = server();
    const member = await server().member({ photos: [{}] });
    const before = now();
    const held = async () =>
      (await everyRow(database, now(), member.id)).filter(({ row }) => JSON.stringify(row).includes(member.id));
    const eraseAs = (changes: { status: 'active' | 'pending_deletion'; deleted_at: Date | null }) =>
      database.inTenant(siteAt(0).id, async (db) => {
        await db.updateTable('account').set(changes).where('id', '=', member.id).execute();
        return eraseMember(db, siteAt(0).id, member.id, before);
      });
    const tables = (await held()).map(({ table }) => table);
    for (const table of ['account', 'profile', 'photo']) expect(tables.join()).toContain(table);
    const later = new Date(before.getTime() + 1);
    for (const changes of [
      { status: 'active', deleted_at: null },
      { status: 'active', deleted_at: before },
      { status: 'pending_deletion', deleted_at: later },
    ] as const) {
      expect([changes, await eraseAs(changes)]).toEqual([changes, false]);
      expect([changes, (await held()).map(({ table }) => table)]).toEqual([changes, tables]);
    }
    expect(await eraseAs({ status: 'pending_deletion', deleted_at: before })).toBe(true);
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
