// Pushes of processes that are killed: each piece of news is sent at least once, and a second time only as the same one.
import { afterAll, expect, test } from 'vitest';
import { storeEventsNow } from '#server/live/hub';
import type { Services } from '#server/services';
import { PUSH } from '#domain/push';
import { pushJob } from '#server/push/send';
import { eventSweep } from '#server/mail/notifications/sweep-events';
import type { MadeMember } from '../support/members.ts';
import { startPushService, type FakeBrowser } from '../support/push-service.ts';
import { eachEngine, figure, siteAt, type TestServer } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const tenant = siteAt(0).id;
/** Longer than a claim. */
const CLAIM_SECONDS = PUSH.claimMs / 1000 + 1;

async function subscribed(server: TestServer): Promise<{ me: MadeMember; browser: FakeBrowser }> {
  const me = await server.member();
  const browser = service.browser();
  await server.call('/api/user.php?push=1', { as: me, json: browser.subscription });
  server.advance(1);
  return { me, browser };
}

/** A like that no process has gathered. */
async function like(server: TestServer, { id }: MadeMember): Promise<void> {
  const liker = await server.member();
  await server.database.inTenant(tenant, async (db) => {
    await db.insertInto('member_like').values({ tenant, liker: liker.id, liked: id, at: server.now() }).execute();
    await storeEventsNow(db, tenant, server.now(), [[{ type: 'like' }, { account: id }]]);
  });
}

/** When the process ends: how many of its transactions are done by then, and whether it can still send. */
const KILLS = [
  { at: 'before the claim', transactions: 0, sends: false },
  { at: 'before the sending', transactions: 1, sends: false },
  { at: 'after the sending', transactions: 1, sends: true },
] as const;

/** Runs the job in a process that is killed. */
async function runKilled({ app: { services } }: TestServer, account: string, kill: (typeof KILLS)[number]) {
  const dead = (): Promise<never> => Promise.reject(new Error('killed'));
  let left: number = kill.transactions;
  const inTenant: Services['database']['inTenant'] = (...work) =>
    (left -= 1) < 0 ? dead() : services.database.inTenant(...work);
  const dying = { ...services, database: { ...services.database, inTenant } };
  const run = pushJob.run(kill.sends ? dying : { ...dying, pushKeys: dead }, { tenant, account });
  await expect(run).rejects.toThrow('killed');
}

eachEngine(
  'pushes of killed processes',
  (server) => {
    test('H9 PU3: a worker that is killed at any moment loses no push, and none is shown as a second one', async () => {
      server().holdClock();
      const { me, browser } = await subscribed(server());
      const tries = figure(100, 12);
      for (let at = 1; at <= tries; at += 1) {
        const kill = KILLS[at % KILLS.length] ?? KILLS[0];
        server().advance(1);
        await like(server(), me);
        const before = browser.shown.length;
        await runKilled(server(), me.id, kill);
        // As the queue does with a job whose worker is gone. While the claim holds, it is added again for later.
        await pushJob.run(server().app.services, { tenant, account: me.id });
        server().advance(CLAIM_SECONDS);
        await server().runJobs();
        const shown = browser.shown.slice(before);
        expect([kill.at, shown.length]).toEqual([kill.at, kill.sends ? 2 : 1]);
        expect(new Set(shown.map(({ tag, data }) => `${tag} ${data.id}`)).size).toBe(1);
        expect(shown[0]?.app_badge).toBe(String(at));
      }
      expect(new Set(browser.shown.map(({ data }) => data.id)).size).toBe(tries);
      await pushJob.run(server().app.services, { tenant, account: me.id });
      expect(browser.shown.at(-1)?.app_badge).toBe(String(tries));
    });

    test('H9 PU3: two workers with the same news send it once', async () => {
      server().holdClock();
      const { me, browser } = await subscribed(server());
      await like(server(), me);
      const job = () => pushJob.run(server().app.services, { tenant, account: me.id });
      await Promise.all([job(), job(), job()]);
      server().advance(CLAIM_SECONDS);
      await server().runJobs();
      expect(browser.shown).toHaveLength(1);
    });

    test('H9 PU3: what a killed process had gathered is sent by the next sweep, once, and to no one who was told', async () => {
      server().holdClock();
      const [lost, told] = [await subscribed(server()), await subscribed(server())];
      await like(server(), lost.me);
      await like(server(), told.me);
      server().advance(1);
      await pushJob.run(server().app.services, { tenant, account: told.me.id });
      server().advance(11 * 60);
      for (let times = 0; times < 2; times += 1) {
        await eventSweep.start(server().app.services, { tenant });
        await server().runJobs();
        server().advance(5 * 60);
      }
      expect([lost.browser.shown.length, told.browser.shown.length]).toEqual([1, 1]);
    });

    test('PU3: a subscription whose keys no browser makes gets nothing, and stops no other device', async () => {
      server().holdClock();
      const { me, browser } = await subscribed(server());
      const { cookies } = await server().call('/api/user.php', { json: { email: me.email, password: me.password } });
      const elsewhere = { cookie: cookies.map((each) => each.split(';')[0]).join('; ') };
      const { endpoint } = service.browser().subscription;
      const keys = { p256dh: 'AAAA', auth: 'AAAA' };
      expect(
        (await server().call('/api/user.php?push=1', { as: elsewhere, json: { endpoint, keys } })).body,
      ).toMatchObject({ details: false });
      server().advance(1);
      await like(server(), me);
      await pushJob.run(server().app.services, { tenant, account: me.id });
      expect(browser.shown).toHaveLength(1);
      expect((await server().call('/api/push.php', { as: elsewhere })).body).toEqual({ details: null });
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);
