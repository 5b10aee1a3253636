// Choices of notification mails, unsubscribing by link, and reports of the mail service.
import { expect, test } from 'vitest';
import { disabledReasons, notificationTypes, pushTypes } from '#contract/notifications';
import { sent, startChat } from '../support/chats.ts';
import { comeBack, sweepNews, tokenOf } from '../support/notifications.ts';
import { eachEngine, siteAt, type CallOptions, type TestServer } from '../support/server.ts';

const path = '/api/notifications.php';
const SECRET = 'a secret of the mail service';

const read = async (server: TestServer, as: { cookie: string }) => (await server.call(path, { as })).body;
const switchType = (server: TestServer, as: { cookie: string }, type: string, wanted: unknown) =>
  server.call(path, { method: 'PUT', json: { type, wanted }, as });

/** A member with one mail about a message in the box. */
async function mailed(server: TestServer) {
  server.holdClock();
  const me = await server.member();
  const other = await server.member({ gender: 'male', credits: 20, paid_user: true });
  await startChat(server, other, me.id);
  server.advance(15 * 60);
  const [mail] = await sweepNews(server, me.email);
  return { me, other, mail, token: tokenOf(mail) };
}

/** A request of a mail program: no cookie, no origin, no key. */
const foreign: CallOptions['headers'] = {
  'sec-fetch-site': null,
  'sec-fetch-mode': null,
  'sec-fetch-dest': null,
  'idempotency-key': null,
  'content-type': 'application/x-www-form-urlencoded',
};
const oneClick = (server: TestServer, token: string, options: CallOptions = {}) =>
  server.call('/api/one-click.php', {
    query: `token=${token}`,
    body: 'List-Unsubscribe=One-Click',
    headers: foreign,
    ...options,
  });
const report = (server: TestServer, events: unknown, headers: CallOptions['headers'] = {}) =>
  server.call('/api/webhook/mail', {
    json: { events },
    headers: { ...foreign, 'content-type': 'application/json', authorization: `Bearer ${SECRET}`, ...headers },
  });

eachEngine(
  'notifications',
  (server) => {
    test('AC7: notifications.read has the nine types; advertising and alerts of searches are off until switched on', async () => {
      const me = await server().member();
      const answer = await read(server(), me);
      expect(Object.keys(answer['types'] as object)).toEqual([...notificationTypes]);
      const off = Object.entries(answer['types'] as object).filter(([, wanted]) => !wanted);
      expect(off.map(([type]) => type)).toEqual(['promotions', 'news', 'saved_searches']);
      expect(answer).toMatchObject({ email: me.email, disabled: [] });
    });

    test('AC7: notifications.set switches one type, for this member only, and keeps it', async () => {
      const [me, other] = [await server().member(), await server().member()];
      for (const type of notificationTypes)
        for (const wanted of [true, false, true]) {
          const answer = await switchType(server(), me, type, wanted);
          expect([answer.status, (answer.body['types'] as Record<string, boolean>)[type]]).toEqual([200, wanted]);
        }
      expect(Object.values((await read(server(), me))['types'] as object)).toEqual(notificationTypes.map(() => true));
      expect((await read(server(), other))['types']).toMatchObject({ news: false });
      expect((await switchType(server(), me, 'gossip', true)).status).toBe(422);
      expect((await switchType(server(), me, 'like', 'yes')).status).toBe(422);
    });

    test('AC7: notifications.setPush switches the pushes of one type that is pushed, and leaves its mails and the others', async () => {
      const [me, other] = [await server().member(), await server().member()];
      const setPush = (type: string, wanted: unknown) =>
        server().call('/api/push-types.php', { method: 'PUT', json: { type, wanted }, as: me });
      const all = Object.fromEntries(pushTypes.map((type) => [type, true]));
      expect(await read(server(), me)).toMatchObject({ push: all, devices: 0 });
      for (const wanted of [false, true, false]) {
        const answer = await setPush('like', wanted);
        expect([answer.status, answer.body]).toMatchObject([
          200,
          { push: { ...all, like: wanted }, types: { like: true } },
        ]);
      }
      await switchType(server(), me, 'like', false);
      await switchType(server(), me, 'like', true);
      expect(await read(server(), me)).toMatchObject({ push: { ...all, like: false }, types: { like: true } });
      expect(await read(server(), other)).toMatchObject({ push: all });
      expect((await setPush('news', true)).status).toBe(422);
      expect((await setPush('like', 'yes')).status).toBe(422);
    });

    test('AC20: one click ends the type of the mail without a session, again and again; a GET changes nothing', async () => {
      const { me, token } = await mailed(server());
      const wanted = async () => (await read(server(), me))['types'];
      expect(token).toMatch(/^[\w-]{67}$/);
      const opened = await oneClick(server(), token, { method: 'GET', body: undefined as never });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`]);
      expect(await wanted()).toMatchObject({ new_conversations: true });
      for (const body of ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click']) {
        expect((await oneClick(server(), token, { body })).status).toBe(204);
        expect(await wanted()).toMatchObject({ new_conversations: false, new_messages: true });
      }
    });

    test('AC20: one click also takes a multipart form, and nothing but that one field', async () => {
      const { me, token } = await mailed(server());
      const form = new FormData();
      form.append('List-Unsubscribe', 'One-Click');
      expect((await oneClick(server(), token, { body: 'x=y' })).status).toBe(400);
      expect((await read(server(), me))['types']).toMatchObject({ new_conversations: true });
      const headers = { ...foreign, 'content-type': null };
      expect((await oneClick(server(), token, { body: form, headers })).status).toBe(204);
      expect((await read(server(), me))['types']).toMatchObject({ new_conversations: false });
    });

    test('AC20 C8: a token that was altered or is of another brand ends nothing', async () => {
      const { me, token } = await mailed(server());
      const altered = [
        '',
        'x',
        token.slice(0, -1),
        `${token}A`,
        (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
        token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31),
      ];
      for (const wrong of altered) {
        expect((await oneClick(server(), wrong)).status).toBe(410);
        const refused = await server().call('/api/unsubscribe.php', { json: { token: wrong } });
        expect([refused.status, refused.body.error?.code]).toEqual([410, 'unknown_link']);
      }
      expect((await oneClick(server(), token, { site: siteAt(1) })).status).toBe(410);
      expect((await read(server(), me))['types']).toMatchObject({ new_conversations: true });
      expect(server().logged.join('\n')).not.toContain(token);
    });

    test('AC20 AC9: notifications.unsubscribe ends one type or all, from the page of the link', async () => {
      const { me, token, other } = await mailed(server());
      const submit = (fields: Record<string, string>) =>
        server().call('/api/unsubscribe.php', {
          body: new URLSearchParams({ token, form_page: '/nl/unsubscribe', ...fields }).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            origin: `http://${siteAt(0).folder}.localhost`,
          },
        });
      const one = await submit({});
      expect([one.status, one.headers.get('location')]).toEqual([303, '/nl/unsubscribe/done']);
      expect(await read(server(), me)).toMatchObject({ types: { new_conversations: false, like: true }, disabled: [] });
      expect((await submit({ all: 'yes' })).status).toBe(303);
      expect((await submit({ all: 'yes' })).status).toBe(303);
      expect(await read(server(), me)).toMatchObject({ disabled: ['listunsubscribe'] });
      // Nothing is mailed about anything any more.
      await switchType(server(), me, 'new_conversations', true);
      await sent(server(), other, { profile: me.id });
      server().advance(3 * 3600);
      expect(await sweepNews(server(), me.email)).toEqual([]);
    });

    test('AC9: reports of the mail service stop the mails, once each, and tell the open tabs', async () => {
      const me = await server().member({ email: `Anna.${crypto.randomUUID()}@Example.test` });
      const user = async () => (await server().call('/api/user.php', { as: me })).body['user'];
      const events = ['complaint', 'bounce', 'unsubscribe'].map((event) => ({ event, email: me.email.toUpperCase() }));
      for (const _ of [1, 2]) expect((await report(server(), events)).status).toBe(204);
      expect(await user()).toMatchObject({ notifications_disabled: [...disabledReasons] });
      expect((await report(server(), [{ event: 'bounce', email: 'nobody@example.test' }])).status).toBe(204);
      const told = await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('event').select('body').where('account', '=', me.id).execute(),
      );
      expect(told.map(({ body }) => body)).toEqual([{ type: 'user' }, { type: 'user' }, { type: 'user' }]);
    });

    test('AC9: a report without the secret, for another brand or in another form changes nothing', async () => {
      const me = await server().member();
      const event = { event: 'bounce', email: me.email };
      for (const authorization of [null, 'Bearer', `Bearer ${SECRET}x`, SECRET])
        expect((await report(server(), [event], { authorization })).status).toBe(403);
      for (const events of [null, 'bounce', [{ event: 'gone', email: me.email }], [{ event: 'bounce' }]])
        expect((await report(server(), events)).status).toBe(400);
      const elsewhere = await server().call('/api/webhook/mail', {
        site: siteAt(1),
        json: { events: [event] },
        headers: { authorization: `Bearer ${SECRET}` },
      });
      expect(elsewhere.status).toBe(204);
      expect((await server().call('/api/webhook/mail')).status).toBe(405);
      expect(await read(server(), me)).toMatchObject({ disabled: [] });
    });

    test('AC9: an address that was changed is no longer one that mail came back from; other reasons stay', async () => {
      const me = await server().member();
      await report(server(), [
        { event: 'bounce', email: me.email },
        { event: 'complaint', email: me.email },
      ]);
      const email = `${crypto.randomUUID()}@example.test`;
      const asked = { method: 'PUT', json: { email, password: me.password }, as: me };
      expect((await server().call('/api/email.php', asked)).status).toBe(204);
      await server().runJobs();
      const [, token] = /token=([\w-]+)/.exec(server().mails.findLast(({ to }) => to === email)?.text ?? '') ?? [];
      const confirmed = await server().call('/api/email-confirm.php', { json: { token }, as: me });
      const cookie = confirmed.cookies[0]?.split(';')[0] ?? '';
      expect(await read(server(), { ...me, cookie })).toMatchObject({ email, disabled: ['fbl'] });
    });

    test('AC9: notifications.enable switches the mails on again; a new report stops them again', async () => {
      const { me, other } = await mailed(server());
      await report(server(), [{ event: 'complaint', email: me.email }]);
      await comeBack(server(), me);
      const answer = await server().call(path, { method: 'POST', json: {}, as: me });
      expect([answer.status, answer.body['disabled']]).toEqual([200, []]);
      await sent(server(), other, { profile: me.id });
      server().advance(3 * 3600);
      expect(await sweepNews(server(), me.email)).toHaveLength(1);
      await report(server(), [{ event: 'bounce', email: me.email }]);
      expect(await read(server(), me)).toMatchObject({ disabled: ['bounce'] });
    });
  },
  {},
  { MAIL_WEBHOOK_SECRET: SECRET },
);

eachEngine('without a mail service', (server) => {
  test('AC9: without a secret in the settings there is no address for reports', async () => {
    const answer = await server().call('/api/webhook/mail', {
      json: { events: [] },
      headers: { authorization: 'Bearer ' },
    });
    expect(answer.status).toBe(404);
  });
});
