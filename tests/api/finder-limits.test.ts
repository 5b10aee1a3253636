// How many members the match finder ranks and shows.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FINDER_CANDIDATES } from '#domain/finder';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const [HOME, AWAY] = ['LU-A', 'LU-B'];
/** The nth was active n minutes ago. */
const named = (n: number): string => `70000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const SHOWN = 24;
const SHOWN_AT_SIGNUP = 12;

eachEngine('limits of the match finder', (server) => {
  test('ME27 SG5 DE24: a hundred members are ranked, those who were active last; the best 24 are shown, and 12 at the signup', async () => {
    expect(FINDER_CANDIDATES).toBe(100);
    const me = await server().member({ country: 'LU', region: HOME });
    const id = sql.raw(`('70000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    const inTenant = (statement: ReturnType<typeof sql>) =>
      server().database.inTenant(tenant, (db) => statement.execute(db));
    const count = sql.lit(FINDER_CANDIDATES + 1);
    await inTenant(sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
      select ${sql.lit(tenant)}, ${id}, n::text, n::text, '', 'active', 'en' from generate_series(1, ${count}) n`);
    await inTenant(sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country, region, last_active, joined_at)
      select ${sql.lit(tenant)}, ${id}, 'One of many', 'male', 'hetero', '1990-06-15', 'LU', ${sql.lit(AWAY)},
        ${server().now()}::timestamptz - n * interval '1 minute', ${server().now()}::timestamptz from generate_series(1, ${count}) n`);
    const movesHome = (from: number) =>
      inTenant(sql`update profile set region = ${HOME} where tenant = ${tenant} and id >= ${named(from)}::uuid
        and id <= ${named(FINDER_CANDIDATES + 1)}::uuid`);
    const idsOf = async (path: string, json?: object): Promise<string[]> => {
      const { body } = await server().call(path, { as: me, ...(json ? { json } : {}) });
      return (body['profiles'] as { id: string }[]).map((profile) => profile.id);
    };
    const found = () => idsOf('/api/match-finder.php', { answers: { place: 'region' } });
    await movesHome(FINDER_CANDIDATES + 1);
    expect(await found()).toEqual([]);
    await movesHome(FINDER_CANDIDATES);
    expect(await found()).toEqual([named(FINDER_CANDIDATES)]);
    // The only reason comes first, those without one behind it.
    const [best, ...others] = await idsOf('/api/signup-matches.php');
    expect([best, others]).toEqual([
      named(FINDER_CANDIDATES),
      Array.from({ length: SHOWN_AT_SIGNUP - 1 }, (_, at) => named(at + 1)),
    ]);
    await movesHome(1);
    expect(await found()).toEqual(Array.from({ length: SHOWN }, (_, at) => named(at + 1)));
  });
});
