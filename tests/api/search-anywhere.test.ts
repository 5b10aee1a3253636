// The search of all countries: everyone in them, by pages and by cursor, also where a region is named.
import { expect, test } from 'vitest';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { type CallAnswer, eachEngine, siteAt } from '../support/server.ts';

eachEngine('search anywhere', (server) => {
  const search = (as: MadeMember, query: string) => server().call('/api/members.php', { as, query });
  const idsOf = ({ body }: CallAnswer): string[] => (body['profiles'] as { id: string }[]).map(({ id }) => id);
  const woman = (country: string, draft: MemberDraft = {}) => server().member({ gender: 'female', country, ...draft });

  test('ME3 ME6 ME7 SA1: members.search finds members of all countries, where no region counts', async () => {
    const viewer = await server().member({ gender: 'male', country: 'NL' });
    const now = server().now().getTime();
    const made: string[] = [];
    for (let each = 0; each < 26; each += 1) {
      const draft = { region: 'NL-UT', last_active: new Date(now - each * 60_000) };
      made.push((await woman(each % 2 ? 'FI' : 'NL', draft)).id);
    }
    await block(server().database, siteAt(0), (await woman('FI')).id, viewer.id);
    await woman('FI', { visible: false });
    expect((await search(viewer, '')).body['numResults']).toBe(13);
    for (const query of ['country=any', 'country=any&countryregion=NL-ZE']) {
      const first = await search(viewer, query);
      expect([query, first.body['numResults'], idsOf(first)]).toEqual([query, 26, made.slice(0, 24)]);
      expect(idsOf(await search(viewer, `${query}&page=2`))).toEqual(made.slice(24));
      const next = `${query}&page=2&cursor=${String(first.body['next'])}`;
      expect(idsOf(await search(viewer, next))).toEqual(made.slice(24));
    }
    for (const country of ['ANY', 'all', 'anywhere', 'any%20'])
      expect([country, (await search(viewer, `country=${country}`)).status]).toEqual([country, 422]);
  });
});
