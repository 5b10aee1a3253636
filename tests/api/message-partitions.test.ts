// The partitions of messages: created ahead without blocking sends, closed to the app role, and dropped by the owner
// alone.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createPartitions, dropPartitions } from '#server/db/partitions';
import { purge } from '#server/jobs';
import { sent } from '../support/chats.ts';
import { chatOf, DAY_MS, inTenant, makeOlder, monthOf } from '../support/months.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

const tenant = siteAt(0).id;

eachEngine('partitions of messages', (server, engine) => {
  beforeAll(async () => {
    const [from, until] = [-400, 400].map((days) => new Date(server().now().getTime() + days * DAY_MS));
    if (from && until) await createPartitions(server().database.kysely, 'message', 'month', from, until);
  });

  test('D10: no partition of messages has a grant, and each has row-level security', async () => {
    const { rows } = await sql<{ name: string; secure: boolean; open: boolean }>`
      select relname as name, relrowsecurity as secure,
        has_table_privilege('matchloom_app', oid, 'select, insert, update, delete, truncate') as open
      from pg_class where relispartition and relkind = 'r' and relname like 'message%'`.execute(
      server().database.kysely,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatchObject({ secure: true, open: false });
  });

  test('jobs: the daily job creates the next months', async () => {
    const later = new Date(server().now().getTime() + 800 * DAY_MS);
    await purge(server().database, tenant, () => later);
    const { rows } = await sql<{
      name: string | null;
    }>`select to_regclass(${`message_${monthOf(later)}`})::text as name`.execute(server().database.kysely);
    expect(rows).toEqual([{ name: `message_${monthOf(later)}` }]);
  });

  test('a dropped month removes its messages, and the rest of the chat works', async () => {
    const chat = await chatOf(server());
    const { me, other, conversation } = chat;
    await makeOlder(server(), conversation, 300);
    await sent(server(), me, { conversation, text: 'Still here' });
    const bound = new Date(server().now().getTime() - 60 * DAY_MS);
    await expect(inTenant(server(), (db) => dropPartitions(db, 'message', bound))).rejects.toMatchObject({
      code: '42501',
    });
    expect(await dropPartitions(server().database.kysely, 'message', bound)).toBeGreaterThan(8);
    const read = async (query = '') =>
      (await server().call('/api/messages.php', { as: other, query: `conversation=${conversation}${query}` })).body;
    expect(await read()).toMatchObject({ messages: [{ seq: 3, text: 'Still here' }] });
    expect(await read('&before=3')).toMatchObject({ messages: [], more: false });
    expect(await sent(server(), other, { conversation })).toMatchObject({ seq: 4 });
  });

  // On one connection nothing waits.
  if (engine === 'postgres')
    test('a send that locks its conversation is not blocked while a partition is created', async () => {
      const { conversation } = await chatOf(server());
      const { kysely } = server().database;
      const far = new Date('2050-01-01T00:00:00Z');
      const created: Promise<number>[] = [];
      await inTenant(server(), async (db) => {
        await sql`update conversation set last_at = last_at where id = ${conversation}`.execute(db);
        created.push(inTenant(server(), (other) => createPartitions(other, 'message', 'month', far, far)));
        await eventually(async () => {
          const waiting = await sql`select 1 from pg_locks where not granted and locktype = 'relation'
            and database = (select oid from pg_database where datname = current_database())`.execute(kysely);
          expect(waiting.rows).not.toEqual([]);
        }, 10_000);
        await sql`select count(*) from message`.execute(db);
      });
      expect(await Promise.all(created)).toEqual([1]);
    });
});
