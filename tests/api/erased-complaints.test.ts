// Complaints of members who were erased: what is left of them, and until when.
import { expect, test } from 'vitest';
import { eraseAccount } from '#server/auth/erase-account';
import { closeMatter } from '#server/staff/desk/matters';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('erased complaints', (server) => {
  test('E7 E8: a complaint that waits for its answer keeps the address of an erased member until it is closed', async () => {
    const { database, now } = server();
    const member = await server().member();
    for (const text of ['Closed', 'Open']) {
      const json = { email: member.email, subject: 'else', text };
      expect((await server().call('/api/complaint.php', { json, as: member })).status).toBe(200);
    }
    const left = await database.inTenant(tenant, async (db) => {
      const rows = db.selectFrom('complaint').select(['id', 'text', 'email', 'account']).orderBy('text');
      const mine = await rows.where('account', '=', member.id).execute();
      expect(mine.map(({ text, email }) => [text, email])).toEqual(
        ['Closed', 'Open'].map((each) => [each, member.email]),
      );
      const ids = mine.map(({ id }) => id);
      await closeMatter(db, { tenant, kind: 'complaint', id: ids[0] ?? '', now: now() });
      await eraseAccount(db, tenant, member.id);
      return rows.where('id', 'in', ids).execute();
    });
    expect(left.map(({ text, email, account }) => [text, email, account])).toEqual([
      ['Closed', '', null],
      ['Open', member.email, null],
    ]);
    const of = { email: 'visitor@example.test', subject: 'else', text: 'Of a visitor' };
    expect((await server().call('/api/complaint.php', { json: of })).status).toBe(200);
    const closed = await database.inTenant(tenant, async (db) => {
      const rows = db.selectFrom('complaint').select(['id', 'email']).orderBy('text');
      for (const { id } of await rows.where('account', 'is', null).execute())
        await closeMatter(db, { tenant, kind: 'complaint', id, now: now() });
      const ids = left.map(({ id }) => id);
      return (await rows.where((is) => is.or([is('id', 'in', ids), is('text', '=', of.text)])).execute()).map(
        ({ email }) => email,
      );
    });
    // A visitor may be answered again.
    expect(closed).toEqual(['', of.email, '']);
  });
});
