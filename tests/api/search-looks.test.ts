// How often a search looks on where what it examines at once holds no one, with looks of five members.
import { expect, test, vi } from 'vitest';
import { freshIp } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { type CallAnswer, eachEngine, sites } from '../support/server.ts';

vi.mock('#domain/limits', async (original) => {
  const limits = await original<{ SEARCH: object }>();
  return { ...limits, SEARCH: { ...limits.SEARCH, examined: 5 } };
});

const COUNTRY = 'LU';
/** Places in the order of the search: the first of the third look, and the first of the fourth. */
const [THIRD, FOURTH] = [11, 16];
const open = { logged_out_search: 'other', logged_out_search_trafficsource: 'none' } as const;
const parts = { sites: sites.map((site) => ({ ...site, siteSettings: { ...site.siteSettings, ...open } })) };

eachEngine(
  'looks of a search',
  (server) => {
    const idsOf = ({ body }: CallAnswer): string[] => (body['profiles'] as { id: string }[]).map(({ id }) => id);

    /** Women, young at these places and else old; in the order of activity, and in that of their ids. */
    async function women(young: readonly number[]): Promise<MadeMember[]> {
      const now = server().now().getTime();
      await server().database.inTenant(sites[0]?.id ?? 0, (db) =>
        db.updateTable('profile').set({ visible: false, show_to_visitors: false }).execute(),
      );
      const all: MadeMember[] = [];
      for (let n = 0; n < 17; n += 1) all.push(await server().member({ country: COUNTRY, show_to_visitors: true }));
      all.sort((one, other) => (one.id < other.id ? -1 : 1));
      for (const [at, { id }] of all.entries())
        await server().database.inTenant(sites[0]?.id ?? 0, (db) =>
          db
            .updateTable('profile')
            .set({
              birth_date: young.includes(at + 1) ? '1990-01-01' : '1950-01-01',
              last_active: new Date(now - at * 60_000),
            })
            .where('id', '=', id)
            .execute(),
        );
      return all;
    }
    const idAt = (all: readonly MadeMember[], place: number): string => all[place - 1]?.id ?? '';
    const viewers = {
      member: async () => {
        const as = await server().member({ gender: 'male', country: COUNTRY, birth_date: '1990-01-01' });
        return (query: string) => server().call('/api/members.php', { as, query });
      },
      visitor: () => Promise.resolve((query: string) => server().call('/api/members.php', { query, ip: freshIp() })),
    };

    test.each(['member', 'visitor'] as const)(
      'ME3 ME7: a page of a %s looks on up to twice where it would hold no one, and no further',
      async (who) => {
        const all = await women([THIRD, FOURTH]);
        const search = await viewers[who]();
        const query = `country=${COUNTRY}&gender=female&max_age=50&min_age=18`;
        const first = await search(query);
        expect([idsOf(first), first.body]).toMatchObject([[idAt(all, THIRD)], { at_least: true }]);
        const second = await search(`${query}&page=2&cursor=${String(first.body['next'])}`);
        expect([idsOf(second), second.body['next']]).toEqual([[idAt(all, FOURTH)], null]);
        const late = await women([FOURTH]);
        const none = await search(query);
        expect([idsOf(none), none.body]).toMatchObject([[], { numResults: 0, at_least: true }]);
        const behind = await search(`${query}&page=2&cursor=${String(none.body['next'])}`);
        expect(idsOf(behind)).toEqual([idAt(late, FOURTH)]);
      },
    );

    test('DE98 LI15 ME27 SG5: what has no next page looks three times as far, and no further', async () => {
      const all = await women([THIRD, FOURTH]);
      const as = await server().member({ gender: 'male', country: COUNTRY, birth_date: '1990-01-01' });
      const near = { json: { answers: { ages: 'near' } } };
      for (const [path, more] of [
        ['/api/swipe.php', {}],
        ['/api/match-finder.php', near],
        ['/api/signup-matches.php', {}],
      ] as const)
        expect(idsOf(await server().call(path, { as, ...more }))).toEqual([idAt(all, THIRD)]);
    });
  },
  parts,
);
