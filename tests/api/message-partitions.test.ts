// The partitions of messages: created while members write, and dropped without harm to what is left of a chat.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { sent } from '../support/chats.ts';
import { chatOf, DAY_MS, inTenant, makeOlder } from '../support/months.ts';
import { createPartitions, dropPartitions } from '../support/partitions.ts';
import { onBothEngines } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

onBothEngines('partitions of messages', (server, engine) => {
  beforeAll(async () => {
    const [from, until] = [-400, 400].map((days) => new Date(server().now().getTime() + days * DAY_MS));
    if (from && until) await createPartitions(server().database.kysely, 'message', 'month', from, until);
  });

  test('a month that is dropped takes its messages along, and the rest of the chat works on', async () => {
    const chat = await chatOf(server());
    const { me, other, conversation } = chat;
    await makeOlder(server(), conversation, 300);
    await sent(server(), me, { conversation, text: 'Still here' });
    const bound = new Date(server().now().getTime() - 60 * DAY_MS);
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
        created.push(createPartitions(kysely, 'message', 'month', far));
        await eventually(async () => {
          const waiting = await sql`select 1 from pg_locks where not granted and locktype = 'relation'
            and database = (select oid from pg_database where datname = current_database())`.execute(kysely);
          expect(waiting.rows).not.toEqual([]);
        });
        await sql`select count(*) from message`.execute(db);
      });
      expect(await Promise.all(created)).toEqual([1]);
    });
});
