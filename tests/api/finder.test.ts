// The match finder: answers kept with consent, and who fits them, with reasons.
import { expect, test } from 'vitest';
import type { FinderAnswers, FinderMatch } from '#contract/finder';
import { eraseAccount } from '#server/auth/erase-account';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('finder', (server) => {
  const site = siteAt(0);
  const read = async (as: MadeMember) => (await server().call('/api/match-finder.php', { as })).body;
  const keep = (as: MadeMember, answers: FinderAnswers, under: { consented_at?: unknown } = {}) =>
    server().call('/api/match-finder.php', { method: 'PUT', json: { answers, consent: 'yes', ...under }, as });
  const forget = (as: MadeMember) => server().call('/api/match-finder.php', { method: 'DELETE', json: {}, as });
  const matches = async (as: MadeMember, answers: FinderAnswers): Promise<FinderMatch[]> =>
    (await server().call('/api/match-finder.php', { json: { answers }, as })).body['profiles'] as never;
  const edit = (id: string, values: object) =>
    server().database.inTenant(site.id, (db) => db.updateTable('profile').set(values).where('id', '=', id).execute());
  const stored = () =>
    server().database.inTenant(site.id, (db) => db.selectFrom('finder_answers').select('account').execute());
  const countries = ['NL', 'BE', 'FR', 'IT', 'ES', 'SE', 'DE', 'AT', 'DK'];
  const people = async (count: number, draft: MemberDraft = {}) => {
    const country = countries.shift() ?? 'IE';
    const me = await server().member({ country, region: `${country}-A` });
    const others: MadeMember[] = [];
    for (let n = 0; n < count; n += 1) others.push(await server().member({ gender: 'male', country, ...draft }));
    return { me, others, country };
  };

  test('ME27: finder.matches ranks by reasons, and says which', async () => {
    const { me, others, country } = await people(4);
    const [near, reader, same] = others as [MadeMember, MadeMember, MadeMember];
    await edit(me.id, { interests: ['books', 'wine'] });
    await edit(near.id, { region: `${country}-A` });
    await edit(reader.id, { interests: ['books', 'wine', 'coffee'] });
    await keep(same, { hope: 'dates', pace: 'slowly' });
    const found = await matches(me, { hope: 'dates', place: 'region', time: ['food'], pace: 'daily', matters: 'hope' });
    expect(found.map(({ id, reasons, shared, enjoys }) => ({ id, reasons, shared, enjoys }))).toEqual([
      { id: same.id, reasons: ['hope'], shared: [], enjoys: [] },
      { id: reader.id, reasons: ['interests', 'time'], shared: ['books', 'wine'], enjoys: ['coffee'] },
      { id: near.id, reasons: ['place'], shared: [], enjoys: [] },
    ]);
    expect(found[0]).toMatchObject({ name: same.name, fictional: false });
  });

  test('ME27 DE38: one set of answers after the other does not tell what others chose', async () => {
    server().holdClock();
    const country = 'LU';
    const me = await server().member({ country, region: 'LU-A' });
    const other = await server().member({ gender: 'male', country, region: 'LU-A' });
    await keep(other, { hope: 'open', pace: 'slowly' });
    let compared: unknown;
    const told = async (given: FinderAnswers): Promise<string[]> => {
      const json = { answers: { place: 'region', ...given } };
      const { body } = await server().call('/api/match-finder.php', { json, as: me });
      compared = body['compared'];
      return (body['profiles'] as FinderMatch[]).flatMap(({ reasons }) => reasons);
    };
    for (const hope of ['friendship', 'chatting', 'dates'] as const) expect(await told({ hope })).toEqual(['place']);
    expect(compared).toBe(true);
    expect(await told({ hope: 'open' })).toEqual(['place']);
    expect(compared).toBe(false);
    expect(await told({ hope: 'open', pace: 'slowly' })).toEqual(['place']);
    // A set of before, and what is compared with nothing.
    for (const answers of [{ hope: 'dates' }, {}] as const) {
      await told(answers);
      expect(compared).toBe(true);
    }
    server().advance(86_400);
    expect([await told({ hope: 'open' }), compared]).toEqual([['hope', 'place'], true]);
    for (const pace of ['daily', 'weekly', 'slowly'] as const) await told({ pace });
    expect(await told({ hope: 'open' })).toEqual(['hope', 'place']);
    expect(await told({ pace: 'slowly' })).toEqual(['place']);
  });

  test('ME27 DB14: no one who is blocked either way, hidden or away fits', async () => {
    const { me, others, country } = await people(3, { region: 'BE-A' });
    const [fits, blocker, blocked] = others as [MadeMember, MadeMember, MadeMember];
    await block(server().database, site, blocker.id, me.id);
    await block(server().database, site, me.id, blocked.id);
    const region = 'BE-A';
    for (const draft of [{ visible: false }, { status: 'suspended' }, { profile_status: 'disabled' }] as const)
      await server().member({ gender: 'male', country, region, ...draft });
    for (const draft of [{ gender: 'female' }, { sexuality: 'gay' }, { country: 'IE' }])
      await server().member({ gender: 'male', country, region, ...draft });
    expect((await matches(me, { place: 'region' })).map(({ id }) => id)).toEqual([fits.id]);
    await edit(fits.id, { birth_date: '1950-01-01' });
    expect(await matches(me, { place: 'region' })).toEqual([]);
    expect((await matches(me, { place: 'region', ages: 'older' })).map(({ id, reasons }) => [id, reasons])).toEqual([
      [fits.id, ['place', 'ages']],
    ]);
  });

  test('SG5 DB14: finder.atSignup shows a new member who fits, those with a reason first, and no one blocked or hidden', async () => {
    const { others, country } = await people(4);
    const [recent, near, blocker, blocked] = others as [MadeMember, MadeMember, MadeMember, MadeMember];
    const me = await server().member({ country, region: `${country}-A`, status: 'not_confirmed' });
    await edit(near.id, { region: `${country}-A`, last_active: new Date(server().now().getTime() - 86_400_000) });
    await block(server().database, site, blocker.id, me.id);
    await block(server().database, site, me.id, blocked.id);
    for (const draft of [{ visible: false }, { status: 'suspended' }, { gender: 'female' }] as const)
      await server().member({ gender: 'male', country, ...draft });
    const { status, body } = await server().call('/api/signup-matches.php', { as: me });
    expect([status, (body['profiles'] as FinderMatch[]).map(({ id, reasons }) => [id, reasons])]).toEqual([
      200,
      [
        [near.id, ['place']],
        [recent.id, []],
      ],
    ]);
  });

  test('ME27: finder.keep stores answers with consent only, finder.read resumes, and finder.forget deletes', async () => {
    const { me } = await people(0);
    const answers: FinderAnswers = { hope: 'open', place: null, time: ['food', 'home'] };
    expect(await read(me)).toEqual({ answers: null, consented_at: null });
    await matches(me, answers);
    const unasked = await server().call('/api/match-finder.php', { method: 'PUT', json: { answers }, as: me });
    expect([unasked.status, await read(me)]).toEqual([422, { answers: null, consented_at: null }]);
    expect((await keep(me, answers)).status).toBe(204);
    await keep(me, { ...answers, pace: 'daily' });
    expect(await read(me)).toEqual({
      answers: { ...answers, pace: 'daily' },
      consented_at: expect.any(String) as string,
    });
    expect([(await forget(me)).status, (await forget(me)).status]).toEqual([204, 204]);
    expect(await read(me)).toEqual({ answers: null, consented_at: null });
  });

  test('ME27: finder.keep goes on under the consent of before only while those answers are there', async () => {
    server().holdClock();
    const { me } = await people(0);
    await keep(me, { hope: 'open' });
    const { consented_at } = await read(me);
    server().advance(60);
    expect((await keep(me, { hope: 'dates' }, { consented_at })).status).toBe(204);
    // The consent is as old as it was, also when it is given once more.
    await keep(me, { hope: 'chatting' });
    expect(await read(me)).toEqual({ answers: { hope: 'chatting' }, consented_at });
    await forget(me);
    expect((await keep(me, { hope: 'dates' }, { consented_at })).status).toBe(404);
    await keep(me, { hope: 'friendship' });
    expect((await keep(me, { hope: 'dates' }, { consented_at })).status).toBe(404);
    expect((await read(me))['answers']).toEqual({ hope: 'friendship' });
  });

  test('ME27: where age does not matter members of every age are shown, and where the question is skipped those of the search', async () => {
    const { me, others } = await people(1, { region: 'DE-A' });
    const [old] = others as [MadeMember];
    await edit(me.id, { region: 'DE-A' });
    await edit(old.id, { birth_date: '1950-01-01' });
    const found = async (answers: FinderAnswers) =>
      (await matches(me, { place: 'region', ...answers })).map(({ id, reasons }) => [id, reasons]);
    expect(await found({ ages: 'any' })).toEqual([[old.id, ['place']]]);
    for (const answers of [{}, { ages: null }]) expect(await found(answers)).toEqual([]);
  });

  test('ME27: of kept answers only what this version does not know counts as not answered', async () => {
    const { me } = await people(0);
    await keep(me, { hope: 'open', pace: 'daily' });
    const answers = JSON.stringify({ hope: 'marriage', pace: 'daily', meeting: null, time: ['naps'], colour: 'blue' });
    await server().database.inTenant(site.id, (db) =>
      db.updateTable('finder_answers').set({ answers }).where('account', '=', me.id).execute(),
    );
    expect((await read(me))['answers']).toEqual({ pace: 'daily', meeting: null });
  });

  test('ME27: finder.keep refuses unknown answers and more ways than three', async () => {
    const { me } = await people(0);
    for (const answers of [{ hope: 'marriage' }, { time: ['food', 'home', 'away', 'making'] }, { looks: 'any' }])
      expect((await keep(me, answers as never)).status).toBe(422);
  });

  test('ME27 E1: kept answers are erased with the account', async () => {
    const { me } = await people(0);
    const other = await server().member();
    await keep(me, { hope: 'dates' });
    await keep(other, { hope: 'dates' });
    await server().database.inTenant(site.id, (db) => eraseAccount(db, site.id, me.id));
    const left = (await stored()).map(({ account }) => account);
    expect([left.includes(me.id), left.includes(other.id)]).toEqual([false, true]);
  });
});
