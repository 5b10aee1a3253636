// The beacon of a hidden page: it needs no key, is taken from the page itself only, and counts as activity.
import { expect, test } from 'vitest';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('page hidden', (server) => {
  test('SH28: auth.pageHidden takes empty JSON without a key, and a hidden page was active until then', async () => {
    const long = new Date('2026-01-01T12:00:00Z');
    const me = await server().member({ last_active: long });
    const active = () =>
      server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('profile').select('last_active').where('id', '=', me.id).executeTakeFirstOrThrow(),
      );
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('session').set({ seen_at: long }).where('account', '=', me.id).execute(),
    );
    expect((await active()).last_active).toEqual(long);
    expect((await server().call('/api/page-hidden.php', { json: {}, as: me })).status).toBe(204);
    expect((await active()).last_active.getTime()).toBeGreaterThan(long.getTime());
    expect((await server().call('/api/page-hidden.php', { json: {} })).status).toBe(204);
    expect((await server().call('/api/page-hidden.php', { json: { page: '/chats' }, as: me })).status).toBe(422);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await server().call('/api/page-hidden.php', { json: {}, as: me, headers: foreign })).status).toBe(403);
  });
});
