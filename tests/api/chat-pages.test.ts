// The list of chats beyond its first page.
import { expect, test } from 'vitest';
import type { Chat } from '#contract/chats';
import { DAY_MS } from '#domain/durations';
import { CHAT, CHAT_HIDDEN_DAYS } from '#domain/limits';
import { block } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('pages of chats', (server) => {
  test('CH4 CH7 CH9: chats.list has further pages beyond the first, whose unread messages the first one counts', async () => {
    const me = await server().member();
    const others = await Promise.all(Array.from({ length: CHAT.listSize + 2 }, () => server().member()));
    const [tenant, at] = [siteAt(0).id, server().now().getTime()];
    const rows = others.map(({ id }, n) => {
      const [one, two] = [me.id, id].sort() as [string, string];
      const moment = new Date(at - Math.floor(n / 3) * 1000);
      return { tenant, id: crypto.randomUUID(), one, two, starter: me.id, created_at: moment, last_at: moment };
    });
    await server().database.inTenant(tenant, (db) => db.insertInto('conversation').values(rows).execute());
    const pages = await Promise.all(
      ['', 'page=1', 'page=2'].map(async (query) => (await server().call('/api/chats.php', { as: me, query })).body),
    );
    const listed = pages.map(({ chats }) => (chats as Chat[]).map(({ conversation }) => conversation.id));
    expect(pages.map(({ more }) => more)).toEqual([true, false, false]);
    expect(listed.map(({ length }) => length)).toEqual([CHAT.listSize, 2, 0]);
    expect(new Set(listed.flat()).size).toBe(rows.length);
    expect((await server().call('/api/chats.php', { as: me, query: 'page=-1' })).status).toBe(422);
    // Of all pages, as far as they are listed and shown.
    expect(pages.map(({ unread }) => unread)).toEqual([0, undefined, undefined]);
    const hidden = new Date(at - (CHAT_HIDDEN_DAYS + 1) * DAY_MS);
    const [first, second, third] = [listed[0]?.[0] ?? '', listed[1]?.[0] ?? '', listed[1]?.[1] ?? ''];
    await server().database.inTenant(tenant, async (db) => {
      const both = (count: number) => ({ one_unread: count, two_unread: count });
      await db.updateTable('conversation').set(both(2)).where('id', '=', first).execute();
      await db.updateTable('conversation').set(both(3)).where('id', '=', second).execute();
      await db
        .updateTable('conversation')
        .set({ ...both(5), created_at: hidden, last_at: hidden })
        .where('id', '=', third)
        .execute();
    });
    expect((await server().call('/api/chats.php', { as: me })).body).toMatchObject({ more: true, unread: 5 });
    const { one, two } = rows.find(({ id }) => id === second) ?? { one: '', two: '' };
    await block(server().database, siteAt(0), one, two);
    expect((await server().call('/api/chats.php', { as: me })).body).toMatchObject({ more: true, unread: 2 });
  });
});
