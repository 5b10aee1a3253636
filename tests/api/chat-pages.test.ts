// The list of chats beyond its first page.
import { expect, test } from 'vitest';
import type { Chat } from '#contract/chats';
import { CHAT } from '#domain/limits';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('pages of chats', (server) => {
  test('CH4 CH7: chats.list has further pages beyond the first', async () => {
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
  });
});
