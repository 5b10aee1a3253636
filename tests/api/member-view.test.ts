// Viewing one member.
import { expect, test } from 'vitest';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';

eachEngine('member view', (server) => {
  test('ME15 ME17 ME18 ME19: members.view answers what the site shows and nothing more', async () => {
    const viewer = await server().member();
    const member = await server().member({ photos: [{}, { private: true }, { status: 'pending' }], about: 'Hello' });
    const { status, body, text } = await server().call('/api/member.php', { as: viewer, query: `id=${member.id}` });
    expect(status).toBe(200);
    const fields = siteAt(0).siteSettings.visible_profile_fields;
    expect(body['member']).toMatchObject({
      id: member.id,
      about: 'Hello',
      hair_colour: fields.includes('hair_colour') ? 'brown' : null,
      sexuality: fields.includes('sexuality') ? 'hetero' : null,
    });
    expect(text).not.toMatch(/birth|1990-06-15|email|example\.test|last_active/);
  });

  test('PH4 PH6: members.view gives private photos only to paying members and their owner', async () => {
    const member = await server().member({ photos: [{}, { private: true }] });
    const photosFor = async (viewer: MadeMember): Promise<unknown[]> =>
      (
        (await server().call('/api/member.php', { as: viewer, query: `id=${member.id}` })).body['member'] as {
          photos: { match: unknown }[];
        }
      ).photos.map(({ match }) => match);
    const [free, second] = member.photos.map(({ token }) => token);
    const first = `photos/${free}-640.webp`;
    const signed = expect.stringMatching(new RegExp(`^photos/${second}-\\d{6}-[0-9a-f]{32}-640\\.webp$`)) as unknown;
    expect(await photosFor(await server().member())).toEqual([first, null]);
    expect(await photosFor(await server().member({ paid_user: true }))).toEqual([first, signed]);
    expect(await photosFor(member)).toEqual([first, signed]);
    const own = await server().call('/api/member.php', { as: member, query: `id=${member.id.toUpperCase()}` });
    expect(own.text).toContain(member.photos[1]?.token);
  });

  test('D2 SA1 ME26: unknown, disabled and foreign profiles get the same answer; a member who blocked the viewer has a code', async () => {
    const viewer = await server().member();
    const [disabled, foreign, blocker] = [
      await server().member({ profile_status: 'disabled' }),
      await server().member({}, siteAt(1)),
      await server().member(),
    ];
    const view = (id: string) => server().call('/api/member.php', { as: viewer, query: `id=${id}` });
    const refusals = [await view(crypto.randomUUID()), await view(disabled.id), await view(foreign.id)];
    for (const { status, text } of refusals) expect([status, text]).toEqual([404, '{"error":{"code":"not_found"}}']);
    await block(server().database, siteAt(0), blocker.id, viewer.id);
    expect([(await view(blocker.id)).status, (await view(blocker.id)).body.error]).toEqual([403, { code: 'blocked' }]);
    await block(server().database, siteAt(0), viewer.id, disabled.id);
    expect((await view(viewer.id.toUpperCase())).status).toBe(200);
  });

  test('A I5: a member opens at most 500 different profiles a day', async () => {
    const viewer = await server().member();
    const tenant = siteAt(0).id;
    withinOneHour(server());
    const day = server().now().toISOString().slice(0, 10);
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('daily_count')
        .values({ tenant, key: `visits:${viewer.id}`, day, count: 498 })
        .execute(),
    );
    const others = await Promise.all(Array.from({ length: 6 }, () => server().member()));
    const view = (id: string) => server().call('/api/member.php', { as: viewer, query: `id=${id}` });
    const statuses = (await Promise.all(others.map(({ id }) => view(id)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const seen = others[statuses.indexOf(200)];
    expect((await view(seen?.id ?? '')).status).toBe(200);
    const refused = await view(others[statuses.indexOf(429)]?.id ?? '');
    expect(refused.body.error).toMatchObject({ code: 'limit_reached' });
    server().advance(86_400);
    expect((await view(others[statuses.indexOf(429)]?.id ?? '')).status).toBe(200);
  });
});
