// Quiet hours: pushes and notification mails wait until they end by the clock of the member's place; mails about the account do not.
import { afterAll, expect, test } from 'vitest';
import { timeOf } from '#domain/quiet-hours';
import { quietUntil } from '#server/mail/notifications/quiet-hours';
import { pushJob } from '#server/push/send';
import { startChat } from '../support/chats.ts';
import { change, like, pair, sweepNews } from '../support/notifications.ts';
import type { MadeMember } from '../support/members.ts';
import { startPushService } from '../support/push-service.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const tenant = siteAt(0).id;
const HOUR = 3600;

const setQuiet = (server: TestServer, as: { cookie: string }, quiet: unknown) =>
  server.call('/api/quiet-hours.php', { method: 'PUT', json: { quiet }, as });

/** Two quiet hours from this minute on, by the clock of Reykjavík, which never changes. */
async function beQuiet(server: TestServer, who: MadeMember, country = 'IS'): Promise<void> {
  await change(server, 'profile', who, { country, region: null });
  const minute = server.now().getUTCHours() * 60 + server.now().getUTCMinutes();
  await setQuiet(server, who, { from: timeOf(minute), to: timeOf((minute + 120) % 1440) });
}
const mailsTo = (server: TestServer, { email }: MadeMember) => server.mails.filter(({ to }) => to === email);

eachEngine(
  'quiet hours',
  (server) => {
    test('AC7: notifications.setQuiet sets them, ends them, and refuses a time that is none', async () => {
      const me = await server().member();
      const night = { from: '22:00', to: '08:00' };
      const read = async () => (await server().call('/api/notifications.php', { as: me })).body;
      expect(await read()).toMatchObject({ quiet: null });
      expect((await setQuiet(server(), me, night)).body).toMatchObject({ quiet: night });
      const same = await setQuiet(server(), me, { from: '07:00', to: '07:00' });
      expect(same.body.error?.['fields']).toEqual({ 'quiet.to': 'not_allowed' });
      expect((await setQuiet(server(), me, { from: '24:00', to: '07:00' })).status).toBe(422);
      expect(await read()).toMatchObject({ quiet: night });
      expect((await setQuiet(server(), me, null)).body).toMatchObject({ quiet: null });
    });

    test('AC7: a mail waits until the quiet hours of its member’s place end, and goes out once', async () => {
      const { me, other } = await pair(server());
      const { me: abroad, other: third } = await pair(server());
      await beQuiet(server(), me);
      await beQuiet(server(), abroad, 'US');
      await like(server(), other, me.id);
      await like(server(), third, abroad.id);
      server().advance(15 * 60);
      expect(await sweepNews(server(), me.email)).toEqual([]);
      // There the clock shows another time.
      expect(mailsTo(server(), abroad)).toHaveLength(1);
      server().advance(1.5 * HOUR);
      await server().runJobs();
      expect(mailsTo(server(), me)).toEqual([]);
      server().advance(HOUR);
      await server().runJobs();
      await server().runJobs();
      expect(mailsTo(server(), me)).toHaveLength(1);
    });

    test('AC7: all that comes in the quiet hours is one mail when they end', async () => {
      const { me, other } = await pair(server());
      await beQuiet(server(), me);
      await like(server(), other, me.id);
      server().advance(15 * 60);
      await sweepNews(server(), me.email);
      await startChat(server(), other, me.id);
      server().advance(15 * 60);
      expect(await sweepNews(server(), me.email)).toEqual([]);
      server().advance(2 * HOUR);
      await server().runJobs();
      await server().runJobs();
      expect(mailsTo(server(), me).map(({ subject }) => subject)).toEqual(['You have a new message']);
      expect(mailsTo(server(), me)[0]?.text).toContain('1 unread message\n1 new like\n');
    });

    test('AC7: a mail that has waited says nothing when there is nothing left to say', async () => {
      const { me, other } = await pair(server());
      await beQuiet(server(), me);
      await like(server(), other, me.id);
      server().advance(15 * 60);
      await sweepNews(server(), me.email);
      await server().call('/api/likes-seen.php', { method: 'POST', json: {}, as: me });
      server().advance(3 * HOUR);
      await server().runJobs();
      expect(mailsTo(server(), me)).toEqual([]);
    });

    test('AC7: a mail about the account comes at once in the quiet hours', async () => {
      const { me } = await pair(server());
      await beQuiet(server(), me);
      await server().call('/api/password-reset.php', { json: { email: me.email } });
      await server().runJobs();
      expect(mailsTo(server(), me)).toHaveLength(1);
    });

    test('PU3 AC7: the pushes of a quiet time are told once when it ends, and later ones at once', async () => {
      const { me, other } = await pair(server());
      const browser = service.browser();
      await server().call('/api/user.php?push=1', { as: me, json: browser.subscription });
      await beQuiet(server(), me);
      server().advance(60);
      await like(server(), other, me.id);
      const tell = () => pushJob.start(server().app.services, { tenant, account: me.id });
      for (let times = 0; times < 3; times += 1) await tell();
      server().advance(HOUR);
      await server().runJobs();
      expect(browser.shown).toEqual([]);
      server().advance(HOUR);
      await server().runJobs();
      expect(browser.shown).toHaveLength(1);
      const again = await server().member({ gender: 'male' });
      server().advance(60);
      await like(server(), again, me.id);
      await tell();
      expect(browser.shown).toHaveLength(2);
    });

    test('PU3 AC7: the pushes of a quiet time are told also where our clock is behind that of the queue', async () => {
      const { me, other } = await pair(server());
      const browser = service.browser();
      await server().call('/api/user.php?push=1', { as: me, json: browser.subscription });
      await beQuiet(server(), me);
      server().advance(60);
      await like(server(), other, me.id);
      const job = { tenant, account: me.id };
      const end = await server().database.inTenant(tenant, (db) => quietUntil(db, job, server().now()));
      await change(server(), 'account', me, { pushes_held_until: end });
      const services = { ...server().app.services, now: () => new Date((end?.getTime() ?? 0) - 1000) };
      await pushJob.start(services, { ...job, held: true });
      expect(browser.shown).toEqual([]);
      server().advance(2 * HOUR);
      await server().runJobs();
      expect(browser.shown).toHaveLength(1);
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);
