// One's own profile: every section with its limits, what may change how often, and what others see of it.
import { expect, test } from 'vitest';
import { PROFILE_CHANGE_DAYS } from '#domain/limits';
import type { MadeMember } from '../support/members.ts';
import { ownProfileCalls } from '../support/own-profile.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';

const DAY_SECONDS = 86_400;
const menOnly = sites.find(({ niche }) => niche.members.mix.every(({ gender }) => gender === 'male'));

eachEngine('profile', (server) => {
  const { member, save, own, refused } = ownProfileCalls(server);
  const found = async (as: MadeMember, query = '') => {
    const { body } = await server().call('/api/members.php', { as, query });
    return (body['profiles'] as { id: string }[]).map(({ id }) => id);
  };

  test('PR1: profile.own answers all fields, and counts what is missing', async () => {
    const me = await member({ name: 'Anna', photos: [{}] });
    expect(await own(me)).toMatchObject({
      name: 'Anna',
      date_of_birth: '1990-06-15',
      gender: 'female',
      seeks: 'male',
      about: 'About me',
      looking_for: '',
      hair_colour: 'brown',
      eye_colour: null,
      changeable: { name: null, gender: null, date_of_birth: true },
      main_image: { status: 'active' },
      completeness: {
        done: 3,
        of: 11,
        missing: [
          'line',
          'looking_for',
          'city',
          'interests',
          'relationship_status',
          'body_type',
          'eye_colour',
          'tattoos',
        ],
      },
    });
  });

  test('PR2 DA: profile.save changes name and date of birth under the rules of signup', async () => {
    const me = await member();
    const { body } = await save(me, { section: 'basics', name: '  Ben  Oak ', date_of_birth: '1985-02-28' });
    expect(body['profile']).toMatchObject({ name: 'Ben Oak', date_of_birth: '1985-02-28' });
    const you = await member();
    const names = {
      [you.email]: 'name_is_email',
      '@ben': 'name_starts_with_at',
      'call 0612345678': 'name_has_contact',
      Al: 'too_short',
      ['a'.repeat(21)]: 'too_long',
      [siteAt(0).siteSettings.name]: 'name_reserved',
      'B☆☆b': 'name_symbols',
      '': 'required',
    };
    for (const [name, code] of Object.entries(names))
      expect([name, await refused(you, { section: 'basics', name })]).toEqual([name, [422, { name: code }]]);
    const year = server().now().getUTCFullYear();
    const dates = {
      '': 'too_young',
      [`${year - 17}-01-01`]: 'too_young',
      '1990-02-30': 'no_such_date',
      '90-01-01': 'year_short',
      '1900-01-01': 'out_of_range',
    };
    for (const [date_of_birth, code] of Object.entries(dates))
      expect([date_of_birth, await refused(you, { section: 'basics', name: 'Carl', date_of_birth })]).toEqual([
        date_of_birth,
        [422, { date_of_birth: code }],
      ]);
  });

  test('PR2 DA-changes: a name changes every 30 days, a date of birth once, a section that changes nothing is free', async () => {
    server().holdClock();
    const me = await member({ name: 'Anna' });
    await save(me, { section: 'basics', name: 'Anna', date_of_birth: '1990-06-15' });
    expect((await own(me)).changeable).toEqual({ name: null, gender: null, date_of_birth: true });
    await save(me, { section: 'basics', name: 'Berta', date_of_birth: '1991-06-15' });
    expect((await own(me)).changeable).toMatchObject({
      name: new Date(server().now().getTime() + PROFILE_CHANGE_DAYS * DAY_SECONDS * 1000).toISOString(),
      date_of_birth: false,
    });
    const again = { section: 'basics', name: 'Clara', date_of_birth: '1992-06-15' };
    expect(await refused(me, again)).toEqual([422, { name: 'changed_recently', date_of_birth: 'changed_already' }]);
    server().advance(PROFILE_CHANGE_DAYS * DAY_SECONDS - 1);
    // The session has ended in the meantime.
    const renewed = await renew(me);
    expect(await refused(renewed, { section: 'basics', name: 'Clara' })).toEqual([422, { name: 'changed_recently' }]);
    server().advance(1);
    expect((await save(renewed, { section: 'basics', name: 'Clara' })).status).toBe(200);
    expect(await refused(renewed, { section: 'basics', date_of_birth: '1992-06-15' })).toEqual([
      422,
      { date_of_birth: 'changed_already' },
    ]);
  });

  /** A new login of the same member. */
  async function renew(me: MadeMember): Promise<MadeMember> {
    const answer = await server().call('/api/user.php', { json: { email: me.email, password: me.password } });
    const [cookie] = answer.cookies.flatMap((each) => /^auth\.session=[^;]+/.exec(each) ?? []);
    return { ...me, cookie: cookie ?? '' };
  }

  test('PR2 DA-changes: before the address is confirmed corrections are free', async () => {
    const me = await member({ status: 'not_confirmed', profile_status: 'disabled' });
    for (const [name, date_of_birth] of [
      ['Anna', '1991-01-01'],
      ['Berta', '1992-01-01'],
      ['Clara', '1993-01-01'],
    ])
      expect((await save(me, { section: 'basics', name, date_of_birth })).status).toBe(200);
    for (const gender of ['male', 'female', 'male'])
      expect((await save(me, { section: 'orientation', gender, seeks: 'both' })).status).toBe(200);
    expect((await own(me)).changeable).toEqual({ name: null, gender: null, date_of_birth: true });
  });

  test('PR2 DA-changes: of two renames at once one is made', async () => {
    const me = await member();
    const answers = await Promise.all(['Berta', 'Clara'].map((name) => save(me, { section: 'basics', name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('PR2 ME28 DB21: a changed gender or orientation decides at once which members find each other', async () => {
    const country = 'XA';
    const man = await member({ gender: 'male', country });
    const lesbian = await member({ gender: 'female', sexuality: 'lesbian', country });
    const me = await member({ gender: 'female', country });
    expect([await found(man), await found(lesbian), await found(me)]).toEqual([[me.id], [], [man.id]]);
    await save(me, { section: 'orientation', seeks: 'female' });
    expect([await found(man), await found(lesbian), await found(me)]).toEqual([[], [me.id], [lesbian.id]]);
    await save(me, { section: 'orientation', gender: 'male', seeks: 'both' });
    expect([await found(man), await found(lesbian)]).toEqual([[], []]);
    const { body } = await server().call('/api/user.php', { as: me });
    expect(body['user']).toMatchObject({ profile: { gender: 'male', seeks: ['female', 'male'] } });
    expect(await refused(me, { section: 'orientation', gender: 'female' })).toEqual([
      422,
      { gender: 'changed_recently' },
    ]);
    expect((await save(me, { section: 'orientation', seeks: 'male' })).body['profile']).toMatchObject({
      sexuality: 'gay',
    });
  });

  test('PR2 ME3: a changed date of birth moves the default ages of the search', async () => {
    const me = await member({ birth_date: '1990-06-15', country: 'XB' });
    await save(me, { section: 'basics', date_of_birth: '1960-06-15' });
    const age = server().now().getUTCFullYear() - 1960 - (server().now().toISOString().slice(5, 10) < '06-15' ? 1 : 0);
    const { body } = await server().call('/api/user.php', { as: me });
    expect(body['user']).toMatchObject({ profile: { age, search_ages: { min: age - 10, max: age + 10 } } });
  });

  test('PR2: a site without members of a gender or orientation refuses them', async () => {
    const site = menOnly ?? siteAt(0);
    const me = await member({ gender: 'male', sexuality: 'gay' }, site);
    expect(await refused(me, { section: 'orientation', gender: 'female' }, { site })).toEqual([
      422,
      { gender: 'not_allowed' },
    ]);
    expect(await refused(me, { section: 'orientation', seeks: 'female' }, { site })).toEqual([
      422,
      { seeks: 'not_allowed' },
    ]);
    const other = await member({ sexuality: 'other' });
    expect(await refused(other, { section: 'orientation', gender: 'male' })).toEqual([422, { seeks: 'required' }]);
  });

  test('PR3 DB22: country, region and city come from the tables; a smaller place goes with its larger one', async () => {
    const me = await member();
    const place = { section: 'place', country: 'DE', region: 'DE-BW', city: 'tubingen' };
    expect((await save(me, place)).body['profile']).toMatchObject({ country: 'DE', region: 'DE-BW', city: 'Tübingen' });
    const wrong: [object, object][] = [
      [{ country: 'BR' }, { country: 'not_allowed' }],
      [{ region: 'NL-UT' }, { region: 'not_allowed' }],
      [{ city: 'Call 0612345678' }, { city: 'not_allowed' }],
      [{ city: '' }, { city: 'required' }],
      [{ region: 'DE-BY', city: 'Tübingen' }, { city: 'not_allowed' }],
      [{ region: 'utrecht' }, { region: 'wrong_format' }],
      [{ country: 'nl' }, { country: 'wrong_format' }],
    ];
    for (const [json, fields] of wrong) expect(await refused(me, { section: 'place', ...json })).toEqual([422, fields]);
    expect((await save(me, { section: 'place', region: 'DE-BY' })).body['profile']).toMatchObject({
      region: 'DE-BY',
      city: null,
    });
    await save(me, { section: 'place', city: 'München' });
    expect((await save(me, { section: 'place', country: 'NL' })).body['profile']).toMatchObject({
      country: 'NL',
      region: null,
      city: null,
    });
  });
});
