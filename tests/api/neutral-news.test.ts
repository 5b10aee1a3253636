// What pushes and mails say of others: never a name or a text of a message, and nothing on behalf of a profile that we wrote.
import { afterAll, expect, test } from 'vitest';
import { pushJob } from '#server/push/send';
import { change, like, pair, sweepNews } from '../support/notifications.ts';
import { startChat } from '../support/chats.ts';
import { startPushService } from '../support/push-service.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const site = siteAt(0);
const tenant = site.id;

eachEngine(
  'neutral news',
  (server) => {
    test('E11 PU11: neither a push nor a mail has a name, a text or a picture of another, nor a discreet push the brand', async () => {
      const { me, other } = await pair(server());
      await change(server(), 'profile', other, { name: 'Rosalinde' });
      const [loud, quiet] = [service.browser(), service.browser()];
      const { cookies } = await server().call('/api/user.php', { json: { email: me.email, password: me.password } });
      const elsewhere = { cookie: cookies.map((each) => each.split(';')[0]).join('; ') };
      const subscribe = (as: { cookie: string }, choice: object) =>
        server().call('/api/user.php?push=1', { as, json: choice });
      await subscribe(me, { ...loud.subscription, details: true });
      await subscribe(elsewhere, { ...quiet.subscription, discreet: true });
      server().advance(1);
      await server().call('/api/message.php', {
        json: { profile: me.id, text: 'Meet me at the Copper Kettle', client_id: crypto.randomUUID() },
        as: other,
      });
      await like(server(), other, me.id);
      await pushJob.run(server().app.services, { tenant, account: me.id });
      server().advance(15 * 60);
      const mails = await sweepNews(server(), me.email);
      expect([loud.shown.length, quiet.shown.length, mails.length > 0]).toEqual([1, 1, true]);
      const told = JSON.stringify([loud.shown, quiet.shown, mails]);
      for (const secret of ['Rosalinde', 'Copper', other.email, other.id]) expect(told).not.toContain(secret);
      expect(quiet.shown[0]).toMatchObject({ title: 'Notebook', body: 'There’s something new for you' });
      const { navigate, icon, ...words } = quiet.shown[0] ?? {};
      expect([navigate, icon].every((each) => each?.startsWith('http'))).toBe(true);
      expect(icon).toContain('/discreet-192.png');
      expect(JSON.stringify(words)).not.toContain(site.name);
    });

    test('E10 SA8 PU9: a fictional profile is told of by no push and no mail, and counts in the badge as on the pages', async () => {
      const { me, other } = await pair(server());
      const written = await server().member({ gender: 'male', credits: 5, paid_user: true });
      const browser = service.browser();
      await server().call('/api/user.php?push=1', { as: me, json: { ...browser.subscription, details: true } });
      server().advance(1);
      await startChat(server(), written, me.id);
      await like(server(), written, me.id);
      await change(server(), 'profile', written, { fictional: true });
      await pushJob.run(server().app.services, { tenant, account: me.id });
      server().advance(15 * 60);
      expect(await sweepNews(server(), me.email)).toEqual([]);
      expect(browser.shown).toEqual([]);
      await like(server(), other, me.id);
      await pushJob.run(server().app.services, { tenant, account: me.id });
      expect(browser.shown).toMatchObject([{ body: '1 new like', app_badge: '3' }]);
      const { chats } = (await server().call('/api/chats.php', { as: me })).body as {
        chats: { num_unread_messages: number }[];
      };
      const { liked_by: likers } = (await server().call('/api/likes.php', { as: me })).body as {
        liked_by: { like_new: boolean }[];
      };
      const unread = chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0);
      expect(unread + likers.filter(({ like_new: isNew }) => isNew).length).toBe(3);
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);
