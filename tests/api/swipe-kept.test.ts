// Which cards of the swipe game may stay on the screen when it is read again.
import { expect, test } from 'vitest';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('cards that stay', (server) => {
  test('LI15 DB14: swipe.deck answers who of the shown may stay, also behind 24 others, and no one who left or was answered', async () => {
    const country = 'MT';
    const me = await server().member({ country });
    const man = (minutesAgo: number): Promise<MadeMember> =>
      server().member({
        gender: 'male',
        country,
        last_active: new Date(server().now().getTime() - minutesAgo * 60_000),
      });
    const [stays, blocks, gone, liked, passed] = [
      ...[await man(90), await man(90), await man(90), await man(90), await man(90)],
    ] as [MadeMember, MadeMember, MadeMember, MadeMember, MadeMember];
    const woman = await server().member({ country });
    for (let n = 0; n < 24; n += 1) await man(n);
    await block(server().database, siteAt(0), blocks.id, me.id);
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('profile').set({ status: 'disabled' }).where('id', '=', gone.id).execute(),
    );
    await server().call('/api/like.php', { method: 'PUT', json: { id: liked.id }, as: me });
    await server().call('/api/swipe.php', { json: { id: passed.id, liked: false }, as: me });
    const shown = [stays, blocks, gone, liked, passed, woman].map(({ id }) => id);
    const { body } = await server().call('/api/swipe.php', { as: me, query: `shown=${shown.join(',')}` });
    expect(body['kept']).toEqual([stays.id]);
    expect(body['profiles']).toHaveLength(24);
    expect((await server().call('/api/swipe.php', { as: me })).body).not.toHaveProperty('kept');
    for (const wrong of ['x', `${stays.id},`, Array(51).fill(stays.id).join(',')])
      expect((await server().call('/api/swipe.php', { as: me, query: `shown=${wrong}` })).status).toBe(422);
  });
});
