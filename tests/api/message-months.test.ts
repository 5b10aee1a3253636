// Messages are partitioned by month: guarantees across months, and the partitions that queries read.
import { type CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { isoDay } from '#domain/iso-day';
import type { Db } from '#server/db/index';
import { validDays } from '#server/http/idempotency';
import { compileOnlyDb } from '#server/db/statement';
import { listChats, readMessages } from '#server/modules/chats/conversations';
import { sendStatement } from '#server/modules/chats/send-statement';
import { batchStatement } from '#server/modules/chats/batch/send-batch';
import { sessionCookieHashes } from '#server/auth/sessions';
import { accountOf, sent } from '../support/chats.ts';
import { type Chat, chatOf, DAY_MS, inTenant, makeOlder, monthOf } from '../support/months.ts';
import { createPartitions } from '../support/partitions.ts';
import { onBothEngines, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;

/** The partitions of messages that a statement really reads. */
async function partitionsRead(db: Db, { sql: text, parameters, query, queryId }: CompiledQuery): Promise<string[]> {
  await sql`set local enable_seqscan = off`.execute(db);
  const explain = { sql: `explain (analyze, costs off, timing off, summary off) ${text}`, parameters, query, queryId };
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain);
  const scans = rows.map((row) => /Scan.* on (message_\w+).*\(actual/.exec(row['QUERY PLAN'])?.[1] ?? '');
  return [...new Set(scans)].filter(Boolean).map((name) => name.replace('message_', ''));
}

/** The text of the statement, which is not executed. */
async function compiled(run: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  const heard: CompiledQuery[] = [];
  await run(compileOnlyDb((query) => heard.push(query)));
  const [first] = heard;
  if (!first) throw new Error('No statement was sent.');
  return first;
}

const batchOf = (server: TestServer, { me, conversation }: Chat, client_id: string) => {
  const item = {
    ...{ n: 0, sender: me.id, conversation, profile: null, cost: 1, text: 'Together', client_id },
    ...{ route: 'POST /api/message.php', key: crypto.randomUUID(), lock: '7', body_hash: '00' },
    cookie_hash: Buffer.from(sessionCookieHashes(me.cookie)[0] ?? []).toString('hex'),
  };
  const at = server.now();
  const times = { at, active_since: new Date(0), day: isoDay(at), ...validDays(at) };
  return batchStatement({ tenant, ...times, items: JSON.stringify([item]) });
};

onBothEngines('months of messages', (server, engine) => {
  beforeAll(async () => {
    const [from, until] = [-400, 400].map((days) => new Date(server().now().getTime() + days * DAY_MS));
    if (from && until) await createPartitions(server().database.kysely, 'message', 'month', from, until);
  });

  test.each([40, 400])('CH36: a send repeated %i days later answers the existing message', async (days) => {
    const chat = await chatOf(server());
    const { me, conversation } = chat;
    const client_id = crypto.randomUUID();
    const first = await sent(server(), me, { conversation, client_id });
    await makeOlder(server(), conversation, days);
    await sent(server(), chat.other, { conversation });
    const credits = (await accountOf(server(), me)).credits;
    const again = await sent(server(), me, { conversation, client_id });
    expect([again.seq, again.text]).toEqual([first.seq, first.text]);
    const alone = await inTenant(server(), (db) => {
      const message = { tenant, conversation, sender: me.id, client_id, text: 'Alone', at: server().now(), cost: 1 };
      return sendStatement(message, false).execute(db);
    });
    expect(alone.rows).toEqual([]);
    const { rows } = await inTenant(server(), (db) => db.executeQuery(batchOf(server(), chat, client_id)));
    expect(rows[0]?.answers).toEqual([]);
    expect((await accountOf(server(), me)).credits).toBe(credits);
  });

  test('CH13 CH35: a conversation is read across months, forwards, backwards and to its end', async () => {
    const chat = await chatOf(server());
    const { me, other, conversation } = chat;
    for (let month = 0; month < 3; month += 1) {
      await makeOlder(server(), conversation, 31);
      await sent(server(), me, { conversation, text: `month ${month}` });
    }
    const seqs = async (query: string): Promise<number[]> => {
      const { body } = await server().call('/api/messages.php', {
        as: other,
        query: `conversation=${conversation}&${query}`,
      });
      return (body['messages'] as { seq: number }[]).map(({ seq }) => seq);
    };
    expect(await seqs('')).toEqual([1, 2, 3, 4, 5]);
    expect(await seqs('limit=2')).toEqual([4, 5]);
    expect(await seqs('before=4&limit=2')).toEqual([2, 3]);
    expect(await seqs('after=1&limit=3')).toEqual([2, 3, 4]);
    const { body } = await server().call('/api/chats.php', { as: other });
    expect(body['chats']).toMatchObject([{ num_unread_messages: 4, last: { seq: 5, text: 'month 2' } }]);
    const read = await server().call('/api/chat-read.php', {
      method: 'PUT',
      as: other,
      json: { conversation, seq: 3 },
    });
    expect(read.body).toMatchObject({ num_unread_messages: 2 });
  });

  test('time never decreases within a conversation, by any way of sending', async () => {
    const chat = await chatOf(server());
    const last = await sent(server(), chat.other, { conversation: chat.conversation });
    server().advance(-3600);
    const alone = await inTenant(server(), (db) => {
      const { me, conversation } = chat;
      const message = { ...{ tenant, conversation, sender: me.id, text: 'x', at: server().now(), cost: 1 } };
      return sendStatement({ ...message, client_id: crypto.randomUUID() }, false).execute(db);
    });
    const together = await sent(server(), chat.me, { conversation: chat.conversation });
    server().advance(3600);
    expect([alone.rows[0]?.at.toISOString(), together.at]).toEqual([last.at, last.at]);
    const { body } = await server().call('/api/messages.php', {
      as: chat.other,
      query: `conversation=${chat.conversation}`,
    });
    expect((body['messages'] as { at: string }[]).slice(-3).map(({ at }) => at)).toEqual([last.at, last.at, last.at]);
  });

  test('only the months of a conversation are read, by a page, by the list of chats and by a send', async () => {
    const chat = await chatOf(server());
    const { me, conversation } = chat;
    await makeOlder(server(), conversation, 100);
    const { from, until } = await inTenant(server(), (db) =>
      db
        .selectFrom('conversation')
        .select(['created_at as from', 'last_at as until'])
        .where('id', '=', conversation)
        .executeTakeFirstOrThrow(),
    );
    const month = [monthOf(from)];
    const written = { id: conversation, from, until, deletedTo: 0 };
    const read = async (query: CompiledQuery): Promise<string[]> => {
      const found: string[][] = [];
      // Rolled back, so that nothing is sent.
      const done = inTenant(server(), async (db) => {
        found.push(await partitionsRead(db, query));
        throw new Error('enough');
      });
      await expect(done).rejects.toThrow('enough');
      return found[0] ?? [];
    };
    for (const stretch of [{}, { before: 2 }, { after: 1 }]) {
      const page = { before: undefined, after: undefined, limit: 30, ...stretch };
      expect(await read(await compiled((db) => readMessages(db, tenant, me.id, written, page)))).toEqual(month);
    }
    expect(await read(await compiled((db) => listChats(db, { tenant, me: me.id, page: 0 }, server().now())))).toEqual(
      month,
    );
    const client_id = crypto.randomUUID();
    const message = { tenant, conversation, sender: me.id, client_id, text: 'x', at: server().now(), cost: 1 };
    expect(await read(sendStatement(message, false).compile(server().database.kysely))).toEqual(month);
    expect(await read(batchOf(server(), chat, client_id))).toEqual(month);
  });

  // On one connection nothing runs in between.
  if (engine === 'postgres')
    test('CH36: a batch leaves out a message that was sent separately after the batch began to read', async () => {
      const chat = await chatOf(server());
      const client_id = crypto.randomUUID();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
      const gate = inTenant(server(), async (db) => {
        await sql`select pg_advisory_xact_lock(4711)`.execute(db);
        hasLocked();
        await released;
      });
      await locked;
      const { sql: text, ...batch } = batchOf(server(), chat, client_id);
      const waiting = text.replace(
        'item as materialized (',
        'gate as materialized (select pg_advisory_xact_lock(4711)), item as materialized (',
      );
      expect(waiting).not.toBe(text);
      const late = inTenant(server(), (db) =>
        db.executeQuery({ ...batch, sql: waiting.replace('limit 32', 'limit 32 + (select count(*) from gate) * 0') }),
      );
      const isWaiting = async (): Promise<boolean> =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`.execute(
            server().database.kysely,
          )
        ).rows.length > 0;
      while (!(await isWaiting())) await new Promise(setImmediate);
      const message = { tenant, conversation: chat.conversation, sender: chat.me.id, client_id, text: 'Alone' };
      await inTenant(server(), (db) => sendStatement({ ...message, at: server().now(), cost: 1 }, false).execute(db));
      release();
      await gate;
      expect((await late).rows).toMatchObject([{ answers: [], events: [] }]);
      expect((await accountOf(server(), chat.me)).credits).toBe(18);
    });
});
