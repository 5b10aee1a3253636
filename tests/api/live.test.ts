// The live connection over real sockets: delivery, catching up, and its end.
import { expect, test } from 'vitest';
import { createApp } from '#server/app';
import { openDatabase } from '#server/db/index';
import { onBothEngines, siteAt } from '../support/server.ts';
import { within } from '../support/eventually.ts';
import { eventsIn, listen, openConnection, openTab, overHttp, type Stream, until } from '../support/tabs.ts';

onBothEngines('live', (server, engine) => {
  const http = overHttp(server);
  const open = (cookie: string, headers: Record<string, string> = {}, to = http()): Promise<Stream> =>
    openConnection(to, { cookie }, headers);
  const change = (as: { cookie: string }, language: string) =>
    server().call('/api/user.php', { method: 'PUT', json: { language }, as });

  test('DB7: an event reaches every tab of the member, and no other', async () => {
    const [member, other] = [await server().member(), await server().member()];
    const [one, two, foreign] = [await open(member.cookie), await open(member.cookie), await open(other.cookie)];
    expect(one.headers.get('content-type')).toContain('text/event-stream');
    expect(one.headers.get('x-accel-buffering')).toBe('no');
    await until(() => one.lastId() !== '' && two.lastId() !== '');
    await change(member, 'de');
    await until(() => [one, two].every((tab) => tab.text().includes('data: {"type":"user"}')));
    expect(foreign.text()).not.toContain('data:');
    [one, two, foreign].forEach((tab) => tab.close());
  });

  test('DB7: a connection resumes after the last event it saw, without gap or double', async () => {
    const member = await server().member();
    const first = await open(member.cookie);
    await until(() => first.lastId() !== '');
    await change(member, 'de');
    await until(() => first.text().includes('data:'));
    const seen = first.lastId();
    first.close();
    await change(member, 'fr');
    await change(member, 'nl');
    const again = await open(member.cookie, { 'last-event-id': seen });
    await until(() => (again.text().match(/data:/g) ?? []).length === 2);
    await change(member, 'en');
    await until(() => (again.text().match(/data:/g) ?? []).length === 3);
    again.close();
  });

  test('DB7: an event that another process tells late arrives as well, and the connection resumes where it was', async () => {
    const member = await server().member();
    const tab = await open(member.cookie);
    await until(() => tab.lastId() !== '');
    // Ids that no event of another member had: a known id is not sent again.
    const at = Number(tab.lastId()) + 1_000_000;
    const event = (id: number, body: { type: 'like' } | { type: 'user' }) =>
      server().app.services.hub.publish([{ tenant: siteAt(0).id, id, account: member.id, session: null, body }]);
    event(at + 2, { type: 'like' });
    event(at + 1, { type: 'user' });
    await until(() => tab.text().includes('"like"') && tab.text().includes('"user"'));
    expect(tab.lastId()).toBe(String(at + 2));
    tab.close();
  });

  test('DB7: a message that is told of late brings no balance, which may be older than the one shown', async () => {
    const member = await server().member();
    const tab = await openTab(http(), member);
    const at = Number(tab.lastId()) + 2_000_000;
    const to = { tenant: siteAt(0).id, account: member.id, session: null };
    const conversation = crypto.randomUUID();
    const message = { type: 'message', conversation, seq: 1, credits: 9 } as const;
    const { hub } = server().app.services;
    hub.publish([{ ...to, id: at + 2, body: { ...message, seq: 2, credits: 108 } }]);
    hub.publish([{ ...to, id: at + 1, body: message }]);
    await until(() => tab.text().includes('"user"'));
    expect(eventsIn(tab)).toEqual([
      { ...message, seq: 2, credits: 108 },
      { type: 'message', conversation, seq: 1 },
      { type: 'user' },
    ]);
    expect(tab.lastId()).toBe(String(at + 2));
    tab.close();
  });

  test('DB7: a place from another database, which nothing here has reached, is not kept', async () => {
    const member = await server().member();
    const tab = await openTab(http(), { ...member }, { 'last-event-id': '999999999999999' });
    await change(member, 'de');
    await until(() => tab.lastId() !== '');
    tab.close();
  });

  test('C7 AU9: logging out notifies the tabs of that login and ends them at once; another login stays', async () => {
    const member = await server().member();
    const login = await server().call('/api/user.php', { json: { email: member.email, password: member.password } });
    const second = login.cookies[0]?.split(';')[0] ?? '';
    const [mine, elsewhere] = [await open(member.cookie), await open(second)];
    await until(() => mine.lastId() !== '');
    // Sooner than the next check of sessions would.
    await within(
      20_000,
      server()
        .call('/api/logout.php', { as: member })
        .then(() => mine.ended),
    );
    expect(mine.text()).toContain('data: {"type":"logout"}');
    expect(elsewhere.text()).not.toContain('logout');
    await change({ cookie: second }, 'de');
    await until(() => elsewhere.text().includes('"user"'));
    elsewhere.close();
  });

  test('D1: a visitor, a dead session and another niche get no stream', async () => {
    const elsewhere = await server().member({}, siteAt(1));
    for (const cookie of ['', `auth.session=${'x'.repeat(43)}`, elsewhere.cookie]) {
      const refused = await open(cookie);
      await refused.ended;
      expect([refused.status, refused.text()]).toEqual([
        403,
        '{"error":{"code":"authentication_required","authentication_required":true}}',
      ]);
    }
  });

  test('G7: one member holds at most ten streams', async () => {
    const member = await server().member();
    const tabs: Stream[] = [];
    for (let each = 0; each < 11; each += 1) tabs.push(await open(member.cookie));
    await tabs[0]?.ended;
    await until(() => server().app.services.hub.size === 10);
    tabs.forEach((tab) => tab.close());
    await until(() => server().app.services.hub.size === 0);
  });

  // An embedded database has one process.
  if (engine === 'postgres')
    test('DB7: with PostgreSQL an event crosses to another process', async () => {
      const { services } = server().app;
      const database = await openDatabase(server().config.database);
      const other = await createApp({ ...services, database, formPage: undefined as never });
      const second = await listen(other.fetch);
      const member = await server().member();
      const tab = await open(member.cookie, {}, second);
      await until(() => tab.lastId() !== '');
      await change(member, 'de');
      await until(() => tab.text().includes('"user"'));
      await other.close();
      await tab.ended;
      second.close();
      await database.close();
    });
});
