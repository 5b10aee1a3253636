// Similar members: who is among them, in which order, by page, and who never is.
import { expect, test } from 'vitest';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';

interface Found {
  readonly id: string;
  readonly common: readonly { readonly fact: string; readonly value: string }[];
}

eachEngine('similar members', (server) => {
  let last = 0;
  /** Every test uses a country of its own, so that members of other tests are no results. */
  const freshCountry = (): string => `S${String.fromCharCode(65 + (last += 1))}`;
  const similar = (as: MadeMember, id: string, page?: number) =>
    server().call('/api/similar.php', { as, query: `id=${id}${page ? `&page=${page}` : ''}` });
  const foundIn = ({ body }: { body: Record<string, unknown> }): Found[] => body['profiles'] as Found[];
  const woman = (country: string, draft: MemberDraft = {}) => server().member({ gender: 'female', country, ...draft });
  const like = (id: string, facts: Record<string, unknown>, site = siteAt(0)) =>
    server().database.inTenant(site.id, (db) => db.updateTable('profile').set(facts).where('id', '=', id).execute());

  test('ME9 ME10: members.similar names the most alike first, and what both have in common', async () => {
    const home = freshCountry();
    const viewer = await server().member({ gender: 'male', country: home });
    const [shown, near, far, stranger] = [
      await woman(home, { region: `${home}-1` }),
      await woman(home, { region: `${home}-1` }),
      await woman(home, { birth_date: '1991-01-01' }),
      await woman(home, { birth_date: '1982-01-01' }),
    ];
    await like(shown.id, { city: 'Utrecht', interests: ['art', 'yoga'] });
    await like(near.id, { city: 'Utrecht', interests: ['yoga'] });
    const answer = await similar(viewer, shown.id);
    expect(answer.status).toBe(200);
    expect(answer.body['numResults']).toBe(2);
    expect(foundIn(answer).map(({ id }) => id)).toEqual([near.id, far.id]);
    expect(foundIn(answer)[0]?.common).toEqual([
      { fact: 'city', value: 'Utrecht' },
      { fact: 'interest', value: 'yoga' },
      { fact: 'age', value: expect.any(String) as string },
    ]);
    expect(foundIn(answer).some(({ id }) => id === stranger.id)).toBe(false);
  });

  test('ME9 SA1 SA2 DB14: blocked both ways, invisible, suspended, oneself, the member shown and other brands are absent', async () => {
    const home = freshCountry();
    const viewer = await woman(home, { sexuality: 'bi' });
    const shown = await woman(home, { sexuality: 'bi' });
    const seen = await woman(home, { sexuality: 'bi' });
    const [blockedByMe, blockedMe] = [await woman(home, { sexuality: 'bi' }), await woman(home, { sexuality: 'bi' })];
    await block(server().database, siteAt(0), viewer.id, blockedByMe.id);
    await block(server().database, siteAt(0), blockedMe.id, viewer.id);
    await woman(home, { sexuality: 'bi', visible: false });
    await woman(home, { sexuality: 'bi', profile_status: 'disabled' });
    await woman(home, { sexuality: 'bi', status: 'pending_deletion' });
    await server().member({ gender: 'female', sexuality: 'bi', country: home }, siteAt(1));
    const answer = await similar(viewer, shown.id);
    expect(foundIn(answer).map(({ id }) => id)).toEqual([seen.id]);
    expect(answer.body['numResults']).toBe(1);
  });

  test('ME9 DB21: who does not look for the viewer is absent, unless the member shown does not either', async () => {
    const home = freshCountry();
    const viewer = await server().member({ gender: 'male', country: home });
    const [straight, other, lesbian] = [
      await woman(home),
      await woman(home),
      await woman(home, { sexuality: 'lesbian' }),
    ];
    expect(foundIn(await similar(viewer, straight.id)).map(({ id }) => id)).toEqual([other.id]);
    expect(
      foundIn(await similar(viewer, lesbian.id))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([straight.id, other.id].sort());
  });

  test('ME9: pages have four members each, show everyone once, and count all', async () => {
    const home = freshCountry();
    const viewer = await server().member({ gender: 'male', country: home });
    const shown = await woman(home);
    const made = await Promise.all(Array.from({ length: 14 }, () => woman(home)));
    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push(await similar(viewer, shown.id, page));
    expect(pages.map((page) => foundIn(page).length)).toEqual([4, 4, 4, 2, 0]);
    expect(pages.map(({ body }) => body['numResults'])).toEqual([14, 14, 14, 14, 14]);
    expect(new Set(pages.flatMap(foundIn).map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  test('ME9 ME18: a fact that the site does not show is no reason', async () => {
    const home = freshCountry();
    for (const isShown of [true, false]) {
      const site = sites.find(
        ({ siteSettings }) => siteSettings.visible_profile_fields.includes('body_type') === isShown,
      );
      if (!site) throw new Error('No site of the demo hides a fact.');
      const member = (draft: MemberDraft) => server().member({ country: home, ...draft }, site);
      const viewer = await member({ gender: 'male', sexuality: 'bi' });
      const [shown, other] = [
        await member({ sexuality: 'bi' }),
        await member({ sexuality: 'bi', birth_date: '1984-01-01' }),
      ];
      for (const { id } of [shown, other]) await like(id, { body_type: 'curvy' }, site);
      const answer = await server().call('/api/similar.php', { as: viewer, query: `id=${shown.id}`, site });
      expect(foundIn(answer).map(({ common }) => common)).toEqual(
        isShown ? [[{ fact: 'body_type', value: 'curvy' }]] : [],
      );
    }
  });

  test('ME9: unknown members are not found, and a member who blocked the viewer is refused', async () => {
    const home = freshCountry();
    const viewer = await server().member({ gender: 'male', country: home });
    const [hidden, blocker] = [await woman(home, { profile_status: 'disabled' }), await woman(home)];
    await block(server().database, siteAt(0), blocker.id, viewer.id);
    expect((await similar(viewer, crypto.randomUUID())).status).toBe(404);
    expect((await similar(viewer, hidden.id)).status).toBe(404);
    expect((await similar(viewer, blocker.id)).body['error']).toEqual({ code: 'blocked' });
  });
});
