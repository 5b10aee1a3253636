// Messages while answers get lost and the server dies: what was acknowledged is there once, in order, and paid once.
import { createServer, connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Conversation } from '#contract/chats';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase } from '#server/db/index';
import { fromPage, get, pause, post, startMortal } from '../support/crashes.ts';
import { addMember } from '../support/members.ts';
import { freshFolder } from '../support/processes.ts';
import { eachEngine, figure, freshDatabase, siteAt } from '../support/server.ts';
import { accountOf } from '../support/chats.ts';
import { listen } from '../support/tabs.ts';

const site = siteAt(0);
const tenant = site.id;

/** Stands before a server and cuts every second answer off when its first byte comes: the work is done, nobody hears of it. */
async function cuttingProxy(target: number): Promise<number> {
  let answers = 0;
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    client.pipe(server);
    server.on('data', (chunk) => {
      answers += 1;
      if (answers % 2 === 1) client.destroy();
      else client.write(chunk);
    });
    server.on('close', () => client.end()).on('error', () => client.destroy());
    client.on('close', () => server.destroy()).on('error', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

eachEngine('messages whose answers are lost', (server) => {
  test(
    'A6 CH36: every send repeated until it is answered is one message and one debit',
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

test.each(['pglite', 'postgres'] as const)(
  'CH35 G1: on %s a conversation survives a server that is killed again and again, gap-free for who reads along',
  { timeout: 600_000 },
  async (engine) => {
    const DATA_DIR = freshFolder();
    const config: DatabaseConfig =
      engine === 'pglite' ? { kind: 'folder', folder: `${DATA_DIR}/db` } : await freshDatabase('postgres');
    const before = await openDatabase(config);
    await migrate(before, config);
    const make = () => addMember(before, site, new Date(), { credits: 100_000, paid_user: true });
    const [one, two] = [await make(), await make()];
    await before.close();
    const env = { DATA_DIR, NICHES: site.folder, ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}) };
    const server = await startMortal(env);
    const acknowledged: Record<string, string[]> = { [one.id]: [], [two.id]: [] };
    let isOver = false;
    const write = async (me: typeof one, other: typeof one): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        const text = `${at} of ${me.id}`;
        const body = JSON.stringify({ profile: other.id, text, client_id: crypto.randomUUID() });
        const headers = fromPage(me.cookie, crypto.randomUUID());
        while ((await post(server.port, site.folder, '/api/message.php', body, headers)).status !== 200)
          await pause(30);
        acknowledged[me.id]?.push(text);
      }
    };
    const seen: Conversation['messages'] = [];
    const read = async (): Promise<void> => {
      const { status, text } = await get(
        server.port,
        site.folder,
        `/api/messages.php?profile=${one.id}&limit=100&after=${seen.at(-1)?.seq ?? 0}`,
        fromPage(two.cookie, 'none needed'),
      );
      if (status === 200) seen.push(...(JSON.parse(text) as Conversation).messages);
    };
    const reading = async (): Promise<void> => {
      for (; !isOver; await pause(20)) await read();
    };
    const all = Promise.all([write(one, two), write(two, one), reading()]);
    for (let death = 0; death < figure(12, 2); death += 1) {
      await pause(300 + Math.random() * 700);
      await server.killAndRestart();
    }
    await pause(500);
    isOver = true;
    await all;
    for (let last = -1; last !== seen.length;) {
      last = seen.length;
      await read();
    }
    await server.stop();
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, at) => at + 1));
    for (const { id } of [one, two]) {
      expect(seen.filter(({ text }) => text.endsWith(id)).map(({ text }) => text)).toEqual(acknowledged[id]);
      expect(acknowledged[id]?.length).toBeGreaterThan(3);
    }
    const after = await openDatabase(config);
    const accounts = await after.inTenant(tenant, (db) =>
      db.selectFrom('account').select(['id', 'credits']).where('id', 'in', [one.id, two.id]).execute(),
    );
    await after.close();
    for (const { id, credits } of accounts) expect(credits).toBe(100_000 - (acknowledged[id]?.length ?? 0));
  },
);
