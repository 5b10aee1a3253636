// One search behind several pages: the search itself, match finder, swipe game and similar members.
import { expect, test } from 'vitest';
import type { MadeMember, MemberDraft } from '../support/members.ts';
import { eachEngine } from '../support/server.ts';

eachEngine('search elsewhere', (server) => {
  const ids = (body: Record<string, unknown>): string[] =>
    (body['profiles'] as { id: string }[]).map(({ id }) => id).toSorted();

  test('ME13: the member search with the caller’s usual filters serves the match finder, the swipe game and similar members too', async () => {
    const home = { country: 'LU', region: 'LU-A' };
    const me = await server().member({ ...home, gender: 'female', sexuality: 'hetero', birth_date: '1985-01-01' });
    const man = (draft: MemberDraft = {}): Promise<MadeMember> =>
      server().member({ ...home, gender: 'male', birth_date: '1985-01-01', ...draft });
    const fitting = [await man(), await man()];
    for (const draft of [
      { gender: 'female' },
      { sexuality: 'gay' },
      { country: 'MT' },
      { birth_date: '1940-01-01' },
    ] as const)
      await man(draft);
    const answers = { place: 'region' };
    const pages = {
      search: await server().call('/api/members.php', { as: me }),
      finder: await server().call('/api/match-finder.php', { as: me, json: { answers } }),
      swipe: await server().call('/api/swipe.php', { as: me }),
      similar: await server().call('/api/similar.php', { as: me, query: `id=${fitting[0]?.id}` }),
    };
    const wanted = fitting.map(({ id }) => id).toSorted();
    expect(Object.fromEntries(Object.entries(pages).map(([page, { body }]) => [page, ids(body)]))).toEqual({
      ...{ search: wanted, finder: wanted, swipe: wanted, similar: [fitting[1]?.id] },
    });
  });
});
