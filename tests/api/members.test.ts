// Searching members and viewing one of them.
import { expect, test } from 'vitest';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt, sites, type CallOptions, withinOneHour } from '../support/server.ts';

interface Card {
  readonly id: string;
  readonly [field: string]: unknown;
}

eachEngine('members', (server) => {
  /** Every test searches in a country of its own, so that members of other tests are no results. */
  const letters = (value: number): string => String.fromCharCode(65 + (Math.floor(value / 26) % 26), 65 + (value % 26));
  let last = 0;
  const freshCountry = (): string => letters((last += 1));
  const search = (as: MadeMember, query = '', options: CallOptions = {}) =>
    server().call('/api/members.php', { as, query, ...options });
  const profilesOf = (answer: { body: Record<string, unknown> }): Card[] => answer.body['profiles'] as Card[];
  const idsOf = (answer: { body: Record<string, unknown> }): string[] => profilesOf(answer).map(({ id }) => id);
  const man = (country: string, draft: MemberDraft = {}) => server().member({ gender: 'male', country, ...draft });
  const woman = (country: string, draft: MemberDraft = {}) => server().member({ gender: 'female', country, ...draft });

  test('ME3 A: members.search takes its defaults from the viewer: orientation, ages ±10, country', async () => {
    const [home, away] = [freshCountry(), freshCountry()];
    const viewer = await man(home, { birth_date: '1990-06-15' });
    const fits = await woman(home, { birth_date: '1988-01-01' });
    await woman(away);
    await man(home);
    await woman(home, { birth_date: '1960-01-01' });
    const answer = await search(viewer);
    expect(idsOf(answer)).toEqual([fits.id]);
    expect(answer.body).toMatchObject({ numResults: 1, page: 1, next: null });
  });

  test('ME1 ME3: where members are older than the viewer, the default ages reach them, and the answer says which', async () => {
    const [site] = sites.toSorted((one, other) => other.niche.members.ages.min - one.niche.members.ages.min);
    if (!site) throw new Error('There is no site.');
    const { min } = site.niche.members.ages;
    const bornFor = (age: number): string => `${server().now().getUTCFullYear() - age - 1}-12-31`;
    const home = freshCountry();
    const [viewer, fits] = await Promise.all([
      server().member({ gender: 'male', country: home, birth_date: bornFor(18) }, site),
      server().member({ gender: 'female', country: home, birth_date: bornFor(min) }, site),
    ]);
    const told = await server().call('/api/user.php', { as: viewer, site });
    expect(told.body['user']).toMatchObject({ profile: { search_ages: { min: min - 10, max: min + 10 } } });
    expect(idsOf(await search(viewer, '', { site }))).toEqual([fits.id]);
  });

  test('ME3: members.search filters by gender, country, region and ages', async () => {
    const [home, away] = [freshCountry(), freshCountry()];
    const viewer = await man(home, { birth_date: '1990-06-15', sexuality: 'bi' });
    const here = await woman(away, { region: `${away}-X1`, birth_date: '1950-05-05' });
    await woman(away, { region: `${away}-X2`, birth_date: '1950-05-05' });
    const guy = await man(away, { sexuality: 'bi' });
    expect(
      idsOf(await search(viewer, `country=${away}&gender=female&countryregion=${away}-X1&min_age=60&max_age=99`)),
    ).toEqual([here.id]);
    expect(idsOf(await search(viewer, `country=${away}&gender=male`))).toEqual([guy.id]);
    expect(idsOf(await search(viewer, `country=${away}&gender=any&min_age=18&max_age=99`))).toHaveLength(3);
    const crossed = `country=${away}&gender=female&countryregion=${away}-X1&min_age=99&max_age=60`;
    expect(idsOf(await search(viewer, crossed))).toEqual([here.id]);
  });

  test('ME3: members.search computes ages by the calendar', async () => {
    withinOneHour(server());
    const home = freshCountry();
    const viewer = await man(home);
    // 28 years earlier the calendar had the same days, also a 29th of February.
    const bornOn = (shift: number): string => {
      const day = new Date(server().now().getTime() + shift * 86_400_000);
      return `${day.getUTCFullYear() - 28}${day.toISOString().slice(4, 10)}`;
    };
    const today = await woman(home, { birth_date: bornOn(0) });
    const tomorrow = await woman(home, { birth_date: bornOn(1) });
    expect(idsOf(await search(viewer, 'min_age=28&max_age=28'))).toEqual([today.id]);
    expect(idsOf(await search(viewer, 'min_age=27&max_age=27'))).toEqual([tomorrow.id]);
  });

  test('ME28: matching compares genders and sexualities both ways, with a switch', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    const straight = await woman(home);
    const lesbian = await woman(home, { sexuality: 'lesbian' });
    const unknown = await woman(home, { sexuality: 'other' });
    expect(idsOf(await search(viewer)).sort()).toEqual([straight.id, unknown.id].sort());
    expect(idsOf(await search(viewer, 'two_way=0')).sort()).toEqual([straight.id, lesbian.id, unknown.id].sort());
  });

  test('ME29: real=1 leaves out fictional members', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    const real = await woman(home);
    await woman(home, { fictional: true });
    expect(idsOf(await search(viewer))).toHaveLength(2);
    expect(idsOf(await search(viewer, 'real=1'))).toEqual([real.id]);
  });

  test('SA1 SA2 DB14: blocked both ways, invisible, disabled and oneself are absent', async () => {
    const home = freshCountry();
    const viewer = await man(home, { sexuality: 'bi' });
    const [blockedByMe, blockedMe, seen] = [await woman(home), await woman(home), await woman(home)];
    await block(server().database, siteAt(0), viewer.id, blockedByMe.id);
    await block(server().database, siteAt(0), blockedMe.id, viewer.id);
    await woman(home, { visible: false });
    await woman(home, { profile_status: 'disabled' });
    const answer = await search(viewer, 'gender=any');
    expect(idsOf(answer)).toEqual([seen.id]);
    expect(answer.body['numResults']).toBe(1);
  });

  test('ME6 ME7 A: pages of 24 by number and by cursor show each member once, latest activity first', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    const now = server().now().getTime();
    const made: string[] = [];
    for (let each = 0; each < 50; each += 1)
      made.push((await woman(home, { last_active: new Date(now - Math.floor(each / 3) * 60_000) })).id);
    const byCursor: string[] = [];
    let cursor: unknown = '';
    for (let page = 1; cursor !== null; page += 1) {
      const answer = await search(viewer, cursor ? `page=${page}&cursor=${String(cursor)}` : '');
      expect(answer.body).toMatchObject({ numResults: 50, page });
      byCursor.push(...idsOf(answer));
      cursor = answer.body['next'];
    }
    const byNumber = [
      ...idsOf(await search(viewer, 'page=1')),
      ...idsOf(await search(viewer, 'page=2')),
      ...idsOf(await search(viewer, 'page=3')),
    ];
    expect(byCursor).toHaveLength(50);
    expect(new Set(byCursor)).toEqual(new Set(made));
    expect(byNumber).toEqual(byCursor);
    const { next } = (await search(viewer, '')).body as { next: string };
    expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\d{13}/);
    const altered = `${next.slice(0, -1)}${next.endsWith('A') ? 'B' : 'A'}`;
    const ours = Buffer.from(`${now} ${viewer.id}`).toString('base64url');
    for (const query of ['page=4', 'cursor=nonsense', 'cursor=', `cursor=${altered.slice(0, 60)}`, `cursor=${ours}`]) {
      const gone = await search(viewer, query);
      expect([query, gone.status, gone.body.error?.code]).toEqual([query, 410, 'page_gone']);
    }
  });

  test('ME6: exactly a full page is the last one, and so is a second full one', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    const pages = async () => {
      const first = (await search(viewer)).body as { next: string | null };
      if (first.next === null) return [first.next];
      return [first.next, (await search(viewer, `page=2&cursor=${first.next}`)).body['next']];
    };
    for (let each = 0; each < 24; each += 1) await woman(home);
    expect(await pages()).toEqual([null]);
    expect((await search(viewer, 'page=2')).body.error?.code).toBe('page_gone');
    for (let each = 0; each < 24; each += 1) await woman(home);
    expect(await pages()).toEqual([expect.any(String), null]);
    expect((await search(viewer, 'page=2')).body['next']).toBeNull();
  });

  test('ME7: results are counted up to 1,000; more are reported as 1,001', async () => {
    const home = freshCountry();
    const viewer = await man(home, { sexuality: 'bi' });
    const crowd = Array.from({ length: 1030 }, () => crypto.randomUUID());
    const tenant = siteAt(0).id;
    await server().database.inTenant(tenant, async (db) => {
      for (const ids of [crowd.slice(0, 500), crowd.slice(500)]) {
        await db
          .insertInto('account')
          .values(
            ids.map((id) => ({
              tenant,
              id,
              email: id,
              email_key: id,
              password_hash: '',
              status: 'active' as const,
              language: 'en',
            })),
          )
          .execute();
        await db
          .insertInto('profile')
          .values(
            ids.map((id, at) => ({
              tenant,
              id,
              name: 'One of many',
              gender: at % 2 ? 'male' : 'female',
              sexuality: 'bi',
              birth_date: '1990-01-01',
              country: home,
            })),
          )
          .execute();
      }
    });
    const { numResults, next } = (await search(viewer)).body;
    const second = await search(viewer, `page=2&cursor=${String(next)}`);
    expect([numResults, second.body['numResults']]).toEqual([1001, 1001]);
    expect(idsOf(await search(viewer, 'page=40'))).toHaveLength(24);
  });

  test('ME15 ME16 E6: a card carries what the requirements list, activity only coarsely', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    const now = server().now().getTime();
    const days = [0.5, 3, 30];
    for (const each of days)
      await woman(home, {
        last_active: new Date(now - each * 86_400_000),
        photos: [{}],
        region: `${home}-X1`,
        birth_date: '1990-06-15',
      });
    const cards = profilesOf(await search(viewer));
    expect(cards.map((card) => card['activity'])).toEqual(['today', 'week', 'earlier']);
    const elsewhere = freshCountry();
    await woman(elsewhere, { last_active: new Date(now), fictional: true });
    const [fictional] = profilesOf(await search(await man(elsewhere)));
    expect([fictional?.['fictional'], fictional?.['activity']]).toEqual([true, 'other']);
    expect(Object.keys(cards[0] ?? {}).sort()).toEqual([
      ...['activity', 'age', 'city', 'country', 'fictional', 'gender', 'id', 'line', 'main_image', 'name'],
      ...['region', 'verified'],
    ]);
    expect(cards[0]).toMatchObject({
      gender: 'female',
      country: home,
      fictional: false,
      main_image: { status: 'active' },
    });
  });

  test('PH7 ME20: a private or unapproved main picture is not shown to others', async () => {
    const home = freshCountry();
    const viewer = await man(home);
    await woman(home, { photos: [{ private: true }] });
    await woman(home, { photos: [{ status: 'pending' }] });
    expect(profilesOf(await search(viewer)).map((card) => card['main_image'])).toEqual([null, null]);
  });
});
