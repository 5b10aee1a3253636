// Messages with lost answers and server crashes: an acknowledged message exists once, in order, and is paid once.
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Conversation } from '#contract/chats';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase } from '#server/db/index';
import { fromPage, get, type CrashingServer, pause, post, startCrashingServer } from '../support/crashing-server.ts';
import { addMember, type MadeMember } from '../support/members.ts';
import { freshFolder } from '../support/processes.ts';
import { cuttingProxy } from '../support/proxies.ts';
import { dataFolder, freshDatabase } from '../support/databases.ts';
import { eachEngine, figure, siteAt, usualEngines } from '../support/server.ts';
import { accountOf } from '../support/chats.ts';
import { listen } from '../support/tabs.ts';

const site = siteAt(0);
const tenant = site.id;

eachEngine('messages whose answers are lost', (server) => {
  test(
    'A6 CH36: a send that is repeated until it is answered is one message and one debit',
    { timeout: 600_000 },
    async () => {
      const sends = figure(1000, 60);
      const me = await server().member({ credits: sends + 5 });
      const other = await server().member();
      const http = await listen(server().app.fetch);
      onTestFinished(() => void http.close());
      const port = await cuttingProxy((http.address() as AddressInfo).port);
      let lost = 0;
      for (let at = 0; at < sends; at += 1) {
        const body = JSON.stringify({ profile: other.id, text: `Number ${at}`, client_id: crypto.randomUUID() });
        const headers = fromPage(me.cookie, crypto.randomUUID());
        let status = 0;
        for (let tries = 0; tries < 6 && status !== 200; tries += 1) {
          ({ status } = await post(port, site.folder, '/api/message.php', body, headers));
          if (status === 0) lost += 1;
        }
        expect(status).toBe(200);
      }
      expect(lost).toBeGreaterThan(sends / 4);
      const { credits, entries } = await accountOf(server(), me);
      expect([credits, entries.filter(({ kind }) => kind === 'message').length]).toEqual([5, sends]);
      const texts = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('message').select('text').where('sender', '=', me.id).orderBy('seq').execute(),
      );
      expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: sends }, (_, at) => `Number ${at}`));
    },
  );
});

interface Writer {
  readonly me: MadeMember;
  readonly other: MadeMember;
  /** Texts that were answered with 200, in order. */
  readonly acknowledged: string[];
}
interface Reader extends Omit<Writer, 'acknowledged'> {
  readonly seen: Conversation['messages'];
}

async function write(
  { port }: CrashingServer,
  { me, other, acknowledged }: Writer,
  isOver: () => boolean,
): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    const text = `${at} of ${me.id}`;
    const body = JSON.stringify({ profile: other.id, text, client_id: crypto.randomUUID() });
    const headers = fromPage(me.cookie, crypto.randomUUID());
    while ((await post(port, site.folder, '/api/message.php', body, headers)).status !== 200) await pause(30);
    acknowledged.push(text);
  }
}

/** Fetches messages newer than the last seen one; answers whether there were any. */
async function read({ port }: CrashingServer, { me, other, seen }: Reader): Promise<boolean> {
  const path = `/api/messages.php?profile=${other.id}&limit=100&after=${seen.at(-1)?.seq ?? 0}`;
  const { status, text } = await get(port, site.folder, path, fromPage(me.cookie, 'none needed'));
  if (status !== 200) return true;
  const { messages } = JSON.parse(text) as Conversation;
  seen.push(...messages);
  return messages.length > 0;
}

/** The number of messages of the largest transaction, and the remaining credits of these members. */
async function whatIsThere(config: DatabaseConfig, members: readonly MadeMember[]) {
  const database = await openDatabase(config);
  const found = await database.inTenant(tenant, async (db) => ({
    fullest: await sql<{
      n: number;
    }>`select count(*)::int as n from message group by xmin::text order by n desc limit 1`.execute(db),
    accounts: await db
      .selectFrom('account')
      .select(['id', 'credits'])
      .where(
        'id',
        'in',
        members.map(({ id }) => id),
      )
      .execute(),
  }));
  await database.close();
  return {
    fullest: found.fullest.rows[0]?.n ?? 0,
    credits: new Map(found.accounts.map(({ id, credits }) => [id, credits])),
  };
}

const CONVERSATIONS = 5;

test.each(usualEngines)(
  'CH35 G1: on %s conversations survive a server that is killed repeatedly under load, without gaps for a reader',
  { timeout: 600_000 },
  async (engine) => {
    const DATA_DIR = engine === 'pglite' ? await dataFolder() : freshFolder();
    const config: DatabaseConfig =
      engine === 'pglite' ? { kind: 'folder', folder: `${DATA_DIR}/db` } : await freshDatabase('postgres');
    const before = await openDatabase(config);
    await migrate(before, config);
    const members: MadeMember[] = [];
    for (let each = 0; each < CONVERSATIONS * 2; each += 1)
      members.push(await addMember(before, site, new Date(), { credits: 100_000, paid_user: true }));
    await before.close();
    const writers = members.map((me, at): Writer => ({ me, other: members[at ^ 1] ?? me, acknowledged: [] }));
    const readers = writers.filter((_, at) => at % 2).map(({ me, other }): Reader => ({ me, other, seen: [] }));
    const env = { DATA_DIR, NICHES: site.folder, ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}) };
    const server = await startCrashingServer(env);
    let isOver = false;
    const reading = async (reader: Reader): Promise<void> => {
      for (; !isOver; await pause(100)) await read(server, reader);
    };
    const all = Promise.all([...writers.map((writer) => write(server, writer, () => isOver)), ...readers.map(reading)]);
    const sent = (): number => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    // Between two kills every member has written a few times, and so in batches, before the next one at a random
    // moment.
    const live = async (): Promise<void> => {
      const most = sent() + 4 * writers.length;
      while (sent() < most) await pause(20);
      await pause(Math.random() * 300);
    };
    for (let death = 0; death < figure(12, 2); death += 1) {
      await live();
      await server.killAndRestart();
    }
    await live();
    isOver = true;
    await all;
    for (const reader of readers) while (await read(server, reader));
    await server.stop();
    const { fullest, credits } = await whatIsThere(config, members);
    // The embedded engine finishes a message before the process reads the next one, so a batch is one message there.
    if (engine === 'postgres') expect(fullest).toBeGreaterThanOrEqual(2);
    for (const { me, other, seen } of readers) {
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, at) => at + 1));
      for (const { id } of [me, other]) {
        const acknowledged = writers.find((writer) => writer.me.id === id)?.acknowledged ?? [];
        expect(seen.filter(({ text }) => text.endsWith(id)).map(({ text }) => text)).toEqual(acknowledged);
        expect(acknowledged.length).toBeGreaterThan(3);
        expect(credits.get(id)).toBe(100_000 - acknowledged.length);
      }
    }
  },
);
