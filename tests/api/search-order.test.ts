// The order of a search: who was active last, or who joined last; and how far a search that few fit looks at once.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { SEARCH } from '#domain/limits';
import { migrate, openDatabase } from '#server/db/index';
import { withoutTimeout } from '../support/large-tables.ts';
import { type MadeMember, type MemberDraft } from '../support/members.ts';
import { databaseOfPlainOwner } from '../support/plain-owner.ts';
import { type CallAnswer, eachEngine, siteAt } from '../support/server.ts';

const DAY_MS = 86_400_000;
const MIGRATION_BEFORE = '0068-file-claims';

eachEngine('search order', (server) => {
  const search = (as: MadeMember, query: string) => server().call('/api/members.php', { as, query });
  const idsOf = ({ body }: CallAnswer): string[] => (body['profiles'] as { id: string }[]).map(({ id }) => id);
  const woman = (country: string, draft: MemberDraft = {}) => server().member({ gender: 'female', country, ...draft });
  const daysAgo = (days: number): Date => new Date(server().now().getTime() - days * DAY_MS);

  test('ME3 ME6: members.search shows the newest members first where asked to, by number and by cursor', async () => {
    const viewer = await server().member({ gender: 'male', country: 'FI' });
    const newest: string[] = [];
    // Who joined last was active first, and some joined at the same moment.
    for (let each = 0; each < 50; each += 1) {
      const when = { joined_at: daysAgo(100 + Math.floor(each / 2)), last_active: daysAgo(99 - each) };
      newest.push((await woman(each % 3 ? 'FI' : 'NO', { ...when, fictional: each % 5 === 0 })).id);
    }
    for (const place of ['gender=female', 'country=any', 'country=any&gender=any']) {
      const pages = [await search(viewer, `${place}&sort=newest`)];
      for (let next = pages[0]?.body['next']; next; next = pages.at(-1)?.body['next'])
        pages.push(await search(viewer, `${place}&sort=newest&page=${pages.length + 1}&cursor=${String(next)}`));
      const shown = pages.flatMap(idsOf);
      const byDay = (id: string): number => Math.floor(newest.indexOf(id) / 2);
      const members = shown.filter((id) => newest.includes(id));
      expect(members).toHaveLength(place === 'gender=female' ? 33 : 50);
      expect(members.map(byDay)).toEqual(members.map(byDay).toSorted((one, other) => one - other));
      const byNumber = await search(viewer, `${place}&sort=newest&page=2`);
      expect(idsOf(byNumber)).toEqual(shown.slice(SEARCH.pageSize, 2 * SEARCH.pageSize));
      const byActivity = await search(viewer, `${place}&sort=activity`);
      expect(idsOf(byActivity)).toEqual(idsOf(await search(viewer, place)));
      expect(idsOf(byActivity)).not.toEqual(shown.slice(0, SEARCH.pageSize));
    }
  });

  test('ME6 E6: a cursor goes on in its own order only, and tells nothing of when who joined', async () => {
    const viewer = await server().member({ gender: 'male', country: 'PT' });
    for (let each = 0; each < 25; each += 1) await woman('PT');
    const { next } = (await search(viewer, 'sort=newest')).body as { next: string };
    expect((await search(viewer, `sort=newest&page=2&cursor=${next}`)).status).toBe(200);
    for (const sort of ['', 'sort=activity&'])
      expect((await search(viewer, `${sort}page=2&cursor=${next}`)).body.error?.code).toBe('page_gone');
    expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/newest|[0-9a-f]{8}-[0-9a-f]{4}-|\d{13}/);
    expect((await search(viewer, 'sort=oldest')).status).toBe(422);
  });

  test('ME7: members.search counts for a page by number; one by cursor repeats what was found', async () => {
    const viewer = await server().member({ gender: 'male', country: 'GR' });
    for (let each = 0; each < 50; each += 1) await woman('GR');
    const first = await search(viewer, 'sort=newest');
    expect(first.body).toMatchObject({ numResults: 50, at_least: false });
    await woman('GR');
    const second = await search(viewer, `sort=newest&page=2&cursor=${String(first.body['next'])}`);
    expect(second.body).toMatchObject({ numResults: 50, at_least: false });
    const third = await search(viewer, `sort=newest&page=3&cursor=${String(second.body['next'])}`);
    expect([third.body['numResults'], idsOf(third).length]).toEqual([50, 2]);
    expect((await search(viewer, 'sort=newest&page=2')).body['numResults']).toBe(51);
  });

  test('ME3 ME7 LI15 ME27 SG5: a search that few fit looks at 20,000 members at once, says so, and its next page goes on behind them', async () => {
    const tenant = siteAt(0).id;
    const crowd = SEARCH.examined + 60;
    const id = sql.raw(`('70000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    // The first was active last. Some are younger than all others.
    const begin = daysAgo(1);
    const young = [5, SEARCH.examined, SEARCH.examined + 1, crowd];
    for (const statement of [
      sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
        select ${sql.lit(tenant)}, ${id}, n::text, n::text, '', 'active', 'en' from generate_series(1, ${sql.lit(crowd)}) n`,
      sql`analyze account`,
      sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country, last_active, joined_at)
        select ${sql.lit(tenant)}, ${id}, 'One of many', 'female', 'bi', case when n in (${sql.join(young)}) then date '1990-01-01' else '1950-01-01' end,
          'LU', ${begin}::timestamptz - n * interval '1 minute', ${begin}::timestamptz - n * interval '1 minute'
        from generate_series(1, ${sql.lit(crowd)}) n`,
    ])
      await withoutTimeout(server().database, statement);
    const minutesAfterFirst = (n: number): Date => new Date(begin.getTime() - n * 60_000 - 1000);
    const men: string[] = [];
    // So many behind the end of the women that a second page by number would show them.
    for (const n of [100, ...Array.from({ length: 26 }, (_, at) => SEARCH.examined + 30 + at)]) {
      const when = { last_active: minutesAfterFirst(n), joined_at: minutesAfterFirst(n) };
      men.push((await server().member({ gender: 'male', country: 'LU', ...when })).id);
    }
    const viewer = await server().member({ gender: 'male', sexuality: 'bi', country: 'BG', birth_date: '1990-01-01' });
    const named = (n: number): string => `70000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const [first, last, beyond, end] = young.map(named) as [string, string, string, string];
    for (const sort of ['activity', 'newest']) {
      for (const [gender, before, after] of [
        ['female', [first, last], [beyond, end]],
        ['any', [first, men[0], last], [beyond, ...men.slice(1), end]],
      ] as const) {
        const query = `country=LU&two_way=0&gender=${gender}&sort=${sort}`;
        const page = await search(viewer, query);
        expect([sort, gender, idsOf(page)]).toEqual([sort, gender, before]);
        expect(page.body).toMatchObject({ numResults: gender === 'any' ? 2 + men.length : 2, at_least: true });
        const rest: string[] = [];
        for (let { next } = page.body; next !== null;) {
          const more = await search(viewer, `${query}&page=2&cursor=${String(next)}`);
          rest.push(...idsOf(more));
          next = more.body['next'];
        }
        expect(rest).toEqual(after);
        expect((await search(viewer, `${query}&page=2`)).body.error?.code).toBe('page_gone');
      }
    }
    const all = await search(viewer, 'country=LU&two_way=0&gender=female&min_age=18&max_age=99');
    expect(all.body).toMatchObject({ numResults: SEARCH.countCap + 1, at_least: true });
    // What has no next page looks behind them by itself.
    const local = await server().member({ gender: 'male', country: 'LU', birth_date: '1990-01-01' });
    expect(idsOf(await server().call('/api/swipe.php', { as: local }))).toEqual([first, last, beyond, end]);
    const near = await server().call('/api/match-finder.php', { as: local, json: { answers: { ages: 'near' } } });
    expect(idsOf(near)).toEqual([first, last, beyond, end]);
    expect(idsOf(await server().call('/api/signup-matches.php', { as: local }))).toEqual([first, last, beyond, end]);
  });
});

test('ME3: members of before the order by newest joined when they confirmed, or else signed up; the fictional were never active', async () => {
  const owned = await databaseOfPlainOwner();
  onTestFinished(() => owned.close());
  await owned.migrateTo(MIGRATION_BEFORE);
  const tenant = siteAt(0).id;
  for (const [name, confirmed, fictional] of [
    ['late', '2026-02-02T02:02:02Z', false],
    ['early', null, true],
  ] as const) {
    const made = await sql<{
      id: string;
    }>`insert into account (tenant, id, email, email_key, password_hash, status, language, signup_at, confirmed_at)
      values (${tenant}, gen_random_uuid(), ${name}, ${name}, '', 'active', 'en', '2026-01-01T01:01:01Z', ${confirmed}) returning id`.execute(
      owned.admin,
    );
    await sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country, fictional, last_active)
      values (${tenant}, ${made.rows[0]?.id}, ${name}, 'female', 'bi', '1990-01-01', 'NL', ${fictional}, '2026-03-03T03:03:03Z')`.execute(
      owned.admin,
    );
  }
  const config = { kind: 'postgres', url: owned.url } as const;
  const database = await openDatabase(config);
  onTestFinished(() => database.close());
  await migrate(database, config);
  const { rows } = await sql<{
    name: string;
    joined_at: Date;
    last_active: Date;
  }>`select name, joined_at, last_active from profile order by joined_at`.execute(owned.admin);
  expect(rows.map(({ name, ...when }) => [name, when.joined_at.toISOString(), when.last_active.toISOString()])).toEqual(
    [
      ['early', '2026-01-01T01:01:01.000Z', '1970-01-01T00:00:00.000Z'],
      ['late', '2026-02-02T02:02:02.000Z', '2026-03-03T03:03:03.000Z'],
    ],
  );
});
