// Two server processes on one database, of which one is killed: what a member was not told arrives over the other, once and in order.
import type { Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/index';
import { startCrashingServer, fromPage, post, type CrashingServer } from '../support/crashing-server.ts';
import { freshDatabase } from '../support/databases.ts';
import { startFakeRedis } from '../support/fake-redis.ts';
import { addMember } from '../support/members.ts';
import { freshFolder } from '../support/processes.ts';
import { sampled } from '../support/samples.ts';
import { siteAt } from '../support/server.ts';
import { eventsIn, openTab, type Stream, until } from '../support/tabs.ts';

const site = siteAt(0);
const BUSES = ['postgres', 'redis'] as const;

const addressOf = ({ port }: CrashingServer) => ({ address: () => ({ port }) }) as unknown as Server;
const seqsIn = (tabs: readonly Stream[]): number[] =>
  tabs.flatMap((tab) => eventsIn(tab).flatMap((event) => (event.type === 'message' ? event.seq : [])));

test.each(sampled('buses', BUSES, 1))(
  'CH35 G1 G3: with events over %s a member whose process is killed misses nothing',
  { timeout: 600_000 },
  async (bus) => {
    const config = await freshDatabase('postgres');
    const database = await openDatabase(config);
    onTestFinished(() => database.close());
    await migrate(database, config);
    const me = await addMember(database, site, new Date(), {});
    const other = await addMember(database, site, new Date(), { credits: 100, paid_user: true });
    const REDIS_URL = bus === 'redis' ? (await startFakeRedis()).url : '';
    const env = { DATABASE_URL: config.url, DATA_DIR: freshFolder(), NICHES: site.folder, REDIS_URL };
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
