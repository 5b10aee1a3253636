// The upgrade that brings the second look at paid payments has those of before asked about too.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recheckPaid as upgrade } from '#server/db/migrations/0069-recheck-paid';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { buy } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('payments from before the upgrade', (server) => {
  test('DE60: the upgrade has payments of before asked about on their next day, and none that is too old', async () => {
    const days = [0, 5, 100, 399, 401];
    const me = await server().member();
    const ids: string[] = [];
    for (const _ of days) {
      const order = await buy(server(), me);
      await notify(server(), tenant, noticeOf(order, 'paid'));
      ids.push(order.id);
    }
    const { database } = server();
    await database.inTenant(tenant, async (db) => {
      for (const [at, day] of days.entries())
        await db
          .updateTable('payment')
          .set({ paid_at: sql`now() - make_interval(days => ${day}::int)`, recheck_at: null })
          .where('id', '=', ids[at] ?? '')
          .execute();
      const fill = upgrade.find((statement) => statement.startsWith('update payment'));
      await sql.raw(fill ?? '').execute(db);
    });
    const rows = await database.inTenant(tenant, (db) =>
      db
        .selectFrom('payment')
        .select(['id', sql<number | null>`round(extract(epoch from recheck_at - paid_at) / 86400)::int`.as('day')])
        .where('id', 'in', ids)
        .execute(),
    );
    expect(ids.map((id) => rows.find((row) => row.id === id)?.day)).toEqual([1, 7, 120, 400, null]);
  });
});
