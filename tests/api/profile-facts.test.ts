// The texts and facts of one's own profile: their limits, what a site hides, and what others see.
import { expect, test } from 'vitest';
import { LINE, ABOUT } from '#domain/limits';
import { ownProfileCalls } from '../support/own-profile.ts';
import { eachEngine, sites } from '../support/server.ts';

const hidden = sites.find(({ siteSettings }) => !siteSettings.visible_profile_fields.includes('body_type'));

eachEngine('profile facts', (server) => {
  const { member, save, own, refused } = ownProfileCalls(server);

  test('PR6 DA-about DA-line: texts have the limits of signup, and an empty one is cleared', async () => {
    const me = await member();
    const texts = {
      line: 'Early bird',
      about: 'a'.repeat(ABOUT.max),
      looking_for: '  Walks\r\n\r\n\r\n\r\nand talks ',
    };
    expect((await save(me, { section: 'texts', ...texts })).body['profile']).toMatchObject({
      about: texts.about,
      looking_for: 'Walks\n\nand talks',
    });
    expect(await refused(me, { section: 'texts', line: 'é'.repeat(LINE.max + 1) })).toEqual([
      422,
      { line: 'too_long' },
    ]);
    expect((await save(me, { section: 'texts', line: 'é'.repeat(LINE.max) })).status).toBe(200);
    for (const field of ['about', 'looking_for']) {
      expect(await refused(me, { section: 'texts', [field]: 'é'.repeat(ABOUT.max + 1) })).toEqual([
        422,
        { [field]: 'too_long' },
      ]);
      expect(await refused(me, { section: 'texts', [field]: `a${'\u0301'.repeat(9)}` })).toEqual([
        422,
        { [field]: 'too_many_marks' },
      ]);
    }
    const { body } = await save(me, { section: 'texts', line: ' ', about: '\u200b', looking_for: '' });
    expect(body['profile']).toMatchObject({ line: '', about: '', looking_for: '' });
  });

  test('PR6 ME17: others see what was saved at once', async () => {
    const me = await member({ country: 'XC' });
    await save(me, {
      section: 'details',
      relationship_status: 'divorced',
      body_type: 'slim',
      hair_colour: 'grey',
      eye_colour: 'hazel',
      tattoos: 'some',
    });
    await save(me, { section: 'texts', line: 'Early bird', about: 'I walk', looking_for: 'A walker' });
    await save(me, { section: 'interests', interests: ['yoga', 'art', 'yoga'] });
    const viewer = await member({ gender: 'male', country: 'XC' });
    const { body } = await server().call('/api/member.php', { as: viewer, query: `id=${me.id}` });
    expect(body['member']).toMatchObject({
      line: 'Early bird',
      about: 'I walk',
      looking_for: 'A walker',
      relationship_status: 'divorced',
      body_type: 'slim',
      hair_colour: 'grey',
      eye_colour: 'hazel',
      tattoos: 'some',
      interests: ['art', 'yoga'],
    });
    expect((await save(me, { section: 'details', tattoos: null })).body['profile']).toMatchObject({
      tattoos: null,
      body_type: 'slim',
    });
  });

  test('PR5 PR6 DB21: unknown choices, interests and fields are refused', async () => {
    const me = await member();
    expect(await refused(me, { section: 'details', hair_colour: 'green' })).toEqual([
      422,
      { hair_colour: 'not_allowed' },
    ]);
    expect(await refused(me, { section: 'details', name: 'Ben' })).toEqual([422, { name: 'unknown_field' }]);
    expect(await refused(me, { section: 'interests', interests: ['art', 'unknown'] })).toEqual([
      422,
      { interests: 'not_allowed' },
    ]);
    expect(await refused(me, { section: 'interests' })).toEqual([422, { interests: 'required' }]);
    expect(await refused(me, { section: 'money', credits: 5 })).toEqual([422, { section: 'wrong_type' }]);
    expect((await refused(me, {}))[0]).toBe(422);
  });

  test('PR6 ME18: what a site does not show is neither saved nor counted', async () => {
    if (!hidden) throw new Error('Every site shows the body type.');
    const me = await member({}, hidden);
    expect(await refused(me, { section: 'details', body_type: 'slim' }, { site: hidden })).toEqual([
      422,
      { body_type: 'not_allowed' },
    ]);
    const { completeness } = await own(me, { site: hidden });
    expect(completeness.missing).not.toContain('body_type');
    expect(completeness.of).toBeLessThan(11);
  });

  test('PR1: two tabs that change different fields of a section keep both changes', async () => {
    const me = await member();
    await Promise.all([
      save(me, { section: 'texts', about: 'First tab' }),
      save(me, { section: 'texts', looking_for: 'Second tab' }),
    ]);
    expect(await own(me)).toMatchObject({ about: 'First tab', looking_for: 'Second tab' });
  });
});
