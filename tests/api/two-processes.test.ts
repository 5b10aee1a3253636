// Two server processes on one database, of which one is killed: what a member was not told arrives over the other, once and in order. Asked
// for by name, and behind a proxy that takes them in turn.
import type { Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Conversation } from '#contract/chats';
import { migrate, openDatabase } from '#server/db/index';
import { startCrashingServer, fromPage, get, pause, post, type CrashingServer } from '../support/crashing-server.ts';
import { freshDatabase } from '../support/databases.ts';
import { startFakeRedis } from '../support/fake-redis.ts';
import { addMember, type MadeMember } from '../support/members.ts';
import { freshFolder } from '../support/processes.ts';
import { balancingProxy } from '../support/proxies.ts';
import { sampled } from '../support/samples.ts';
import { siteAt } from '../support/server.ts';
import { eventsIn, openConnection, openTab, type Stream, until } from '../support/tabs.ts';

const site = siteAt(0);
const BUSES = ['postgres', 'redis'] as const;

const addressOf = ({ port }: Pick<CrashingServer, 'port'>) => ({ address: () => ({ port }) }) as unknown as Server;
const seqsIn = (tabs: readonly Stream[]): number[] =>
  tabs.flatMap((tab) => eventsIn(tab).flatMap((event) => (event.type === 'message' ? event.seq : [])));

/** A database with two members, and what its processes are started with. */
async function prepare(bus: (typeof BUSES)[number]) {
  const config = await freshDatabase('postgres');
  const database = await openDatabase(config);
  onTestFinished(() => database.close());
  await migrate(database, config);
  const me = await addMember(database, site, new Date(), {});
  const other = await addMember(database, site, new Date(), { credits: 100, paid_user: true });
  const REDIS_URL = bus === 'redis' ? (await startFakeRedis()).url : '';
  const env = { DATABASE_URL: config.url, DATA_DIR: freshFolder(), NICHES: site.folder, REDIS_URL };
  return { database, me, other, env };
}

test.each(sampled('buses', BUSES, 1))(
  'CH35 G1 G3: with events over %s a member whose process is killed misses nothing',
  { timeout: 600_000 },
  async (bus) => {
    const { database, me, other, env } = await prepare(bus);
    const [one, two] = [await startCrashingServer(env), await startCrashingServer({ ...env, DATA_DIR: freshFolder() })];
    let sent = 0;
    const write = async (to: CrashingServer): Promise<void> => {
      const json = { profile: me.id, text: `Number ${(sent += 1)}`, client_id: crypto.randomUUID() };
      const headers = fromPage(other.cookie, crypto.randomUUID());
      const answer = await post(to.port, site.folder, '/api/message.php', JSON.stringify(json), headers);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    };
    const open = (at: CrashingServer, after?: Stream): Promise<Stream> =>
      openTab(addressOf(at), me, after ? { 'last-event-id': after.lastId() } : {});
    const atTwo = await open(two);
    for (let each = 0; each < 3; each += 1) await write(one);
    await until(() => seqsIn([atTwo]).length === 3);
    const restarted = two.killAndRestart();
    await atTwo.ended;
    for (let each = 0; each < 3; each += 1) await write(one);
    const atOne = await open(one, atTwo);
    await write(one);
    await until(() => seqsIn([atTwo, atOne]).length === sent);
    await restarted;
    const back = await open(two, atOne);
    atOne.close();
    await write(one);
    await write(two);
    await until(() => seqsIn([atTwo, atOne, back]).length >= sent);
    expect(new Set(seqsIn([atTwo, atOne, back]))).toEqual(new Set(Array.from({ length: sent }, (_, at) => at + 1)));
    expect(seqsIn([back])).toEqual([sent - 1, sent]);
    const { credits } = await database.inTenant(site.id, (db) =>
      db.selectFrom('account').select('credits').where('id', '=', other.id).executeTakeFirstOrThrow(),
    );
    expect(credits).toBe(100 - sent);
    back.close();
    await Promise.all([one.stop(), two.stop()]);
  },
);

/** A tab that opens its connection again whenever it breaks, after what it heard last. */
function keepOpen(port: number, me: MadeMember) {
  const streams: Stream[] = [];
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const last = streams.findLast((stream) => stream.lastId() !== '')?.lastId();
      const headers = last ? { 'last-event-id': last } : {};
      const stream = await openConnection(addressOf({ port }), me, headers).catch(() => null);
      if (stream?.status !== 200) {
        await pause(30);
        continue;
      }
      streams.push(stream);
      if (isOver) stream.close();
      await stream.ended;
    }
  };
  const ended = run();
  const close = (): Promise<void> => {
    isOver = true;
    streams.at(-1)?.close();
    return ended;
  };
  return { streams, close };
}

test.each(sampled('buses behind a proxy', BUSES, 1))(
  'CH35 CH36 G1 G3: with events over %s and a proxy, messages through a kill arrive once, in order, and are paid once',
  { timeout: 600_000 },
  async (bus) => {
    const { database, me, other, env } = await prepare(bus);
    const one = await startCrashingServer(env);
    const two = await startCrashingServer({ ...env, DATA_DIR: freshFolder() });
    const { port, used } = await balancingProxy([one.port, two.port]);
    const tabs = [keepOpen(port, me), keepOpen(port, me)];
    const isHeard = (seq: number): boolean => tabs.every(({ streams }) => seqsIn(streams).includes(seq));
    let sent = 0;
    const write = async (): Promise<void> => {
      sent += 1;
      const json = JSON.stringify({ profile: me.id, text: `Number ${sent}`, client_id: crypto.randomUUID() });
      const headers = fromPage(other.cookie, crypto.randomUUID());
      while ((await post(port, site.folder, '/api/message.php', json, headers)).status !== 200) await pause(20);
    };
    await until(() => tabs.every(({ streams }) => streams.some((stream) => stream.text() !== '')));
    await write();
    await until(() => isHeard(1));
    for (const killed of [one, two]) {
      const most = sent + 4;
      const restarted = killed.killAndRestart();
      while (sent < most) await write();
      await restarted;
      await write();
    }
    // The sweep finds what the killed process had no time to tell.
    await until(() => isHeard(sent), 40_000);
    const all = Array.from({ length: sent }, (_, at) => at + 1);
    for (const { streams } of tabs) expect(new Set(seqsIn(streams))).toEqual(new Set(all));
    const path = `/api/messages.php?profile=${other.id}&limit=100`;
    const answer = await get(port, site.folder, path, fromPage(me.cookie, 'none needed'));
    const { messages } = JSON.parse(answer.text) as Conversation;
    expect(messages.map(({ seq, text }) => [seq, text])).toEqual(all.map((seq) => [seq, `Number ${seq}`]));
    expect([...used.keys()].toSorted()).toEqual([one.port, two.port].toSorted());
    const { credits } = await database.inTenant(site.id, (db) =>
      db.selectFrom('account').select('credits').where('id', '=', other.id).executeTakeFirstOrThrow(),
    );
    expect(credits).toBe(100 - sent);
    for (const tab of tabs) await tab.close();
    await Promise.all([one.stop(), two.stop()]);
  },
);
