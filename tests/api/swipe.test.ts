// The swipe game: who is shown, likes of a day, and the undo of a pass.
import { expect, test } from 'vitest';
import type { MemberCard } from '#contract/members';
import { SWIPE } from '#domain/limits';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';

const DAY = 86_400;

eachEngine('swipe', (server) => {
  const site = siteAt(0);
  const deckOf = async (as: MadeMember) => {
    const { body } = await server().call('/api/swipe.php', { as });
    return body as unknown as { profiles: MemberCard[]; remaining: number; renews_at: string | null };
  };
  const idsFor = async (as: MadeMember): Promise<string[]> => (await deckOf(as)).profiles.map(({ id }) => id);
  const answer = (as: MadeMember, id: string, liked: boolean) =>
    server().call('/api/swipe.php', { json: { id, liked }, as });
  const undo = (as: MadeMember, id: string) => server().call('/api/swipe.php', { method: 'DELETE', json: { id }, as });
  /** A town of its own for each test: a country where no one else lives. */
  const countries = ['NL', 'BE', 'FR', 'DE', 'AT', 'IT', 'ES', 'PL', 'SE', 'DK', 'FI', 'NO'];
  const people = async (count: number, draft: MemberDraft = {}, own: MemberDraft = {}) => {
    const country = countries.shift() ?? 'IE';
    const me = await server().member({ country, ...own });
    const others: MadeMember[] = [];
    for (let n = 0; n < count; n += 1) others.push(await server().member({ gender: 'male', country, ...draft }));
    return { me, others, country };
  };

  test('LI15 DB14: swipe.deck shows who fits, and no one who is blocked either way, hidden, away or liked', async () => {
    const { me, others, country } = await people(6);
    const [fits, blocker, blocked, liked, unconsented, passed] = others as [
      MadeMember,
      MadeMember,
      MadeMember,
      MadeMember,
      MadeMember,
      MadeMember,
    ];
    const drafts: MemberDraft[] = [
      { visible: false },
      { profile_status: 'disabled' },
      { status: 'suspended' },
      { status: 'pending_deletion' },
      { status: 'not_confirmed' },
      { gender: 'female' },
      { sexuality: 'gay' },
      { country: 'IE' },
      { birth_date: '1950-01-01' },
    ];
    for (const draft of drafts) await server().member({ gender: 'male', country, ...draft });
    await server().member({ gender: 'male', country }, siteAt(1));
    await block(server().database, site, blocker.id, me.id);
    await block(server().database, site, me.id, blocked.id);
    await server().call('/api/like.php', { method: 'PUT', json: { id: liked.id }, as: me });
    await server().database.inTenant(site.id, (db) =>
      db.updateTable('profile').set({ status: 'no_consent' }).where('id', '=', unconsented.id).execute(),
    );
    await answer(me, passed.id, false);
    expect(await deckOf(me)).toMatchObject({
      remaining: 4,
      renews_at: null,
      profiles: [{ id: fits.id, name: fits.name }],
    });
  });

  test('LI15: swipe.answer shows no one again within 30 days of an answer, also after the like is taken back', async () => {
    const { me, others } = await people(2);
    const [passed, liked] = others as [MadeMember, MadeMember];
    expect((await answer(me, passed.id.toUpperCase(), false)).body).toEqual({
      match: false,
      remaining: 4,
      renews_at: null,
    });
    expect((await answer(me, liked.id, true)).body).toMatchObject({ match: false, remaining: 3 });
    await server().call('/api/like.php', { method: 'DELETE', json: { id: liked.id }, as: me });
    expect(await idsFor(me)).toEqual([]);
    await server().database.inTenant(site.id, (db) =>
      db
        .updateTable('swipe')
        .set({ at: new Date(server().now().getTime() - (SWIPE.againAfterDays * DAY - 60) * 1000) })
        .where('account', '=', me.id)
        .execute(),
    );
    expect(await idsFor(me)).toEqual([]);
    await server().database.inTenant(site.id, (db) =>
      db
        .updateTable('swipe')
        .set({ at: new Date(server().now().getTime() - SWIPE.againAfterDays * DAY * 1000) })
        .where('account', '=', me.id)
        .execute(),
    );
    expect((await idsFor(me)).sort()).toEqual([passed.id, liked.id].sort());
  });

  test('LI15: at the end of the day a like given elsewhere may be repeated, one taken back may not', async () => {
    const { me, others } = await people(5);
    const [first, ...more] = others as [MadeMember, ...MadeMember[]];
    await server().call('/api/like.php', { method: 'PUT', json: { id: first.id }, as: me });
    for (const { id } of more) expect((await answer(me, id, true)).status).toBe(200);
    expect((await answer(me, first.id, true)).body).toMatchObject({ remaining: 0 });
    await server().call('/api/like.php', { method: 'DELETE', json: { id: more[0]?.id }, as: me });
    expect((await answer(me, more[0]?.id ?? '', true)).body.error?.code).toBe('swipe_limit');
  });

  test('LI11 LI15: a like of the game is a like: both see it, and a mutual one is a match', async () => {
    const { me, others } = await people(1);
    const [other] = others as [MadeMember];
    await server().call('/api/like.php', { method: 'PUT', json: { id: me.id }, as: other });
    expect((await answer(me, other.id, true)).body).toMatchObject({ match: true, remaining: 3 });
    expect((await answer(me, other.id, true)).body).toMatchObject({ match: true, remaining: 3 });
    expect((await answer(me, other.id, false)).body).toMatchObject({ match: false, remaining: 3 });
    const { body } = await server().call('/api/likes.php', { as: other });
    expect(body['liked_by']).toMatchObject([{ id: me.id, match: true, like_new: true }]);
  });

  test('LI16 DA-swipe: the fifth like of a day is refused, under 64 concurrent tries too; passes are free', async () => {
    const { me, others } = await people(64);
    withinOneHour(server());
    const answers = await Promise.all(others.map(({ id }) => answer(me, id, true)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SWIPE.likesPerDay);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(others.length - SWIPE.likesPerDay);
    for (const { body, headers } of refused) {
      expect(body.error).toMatchObject({ code: 'swipe_limit', limit: SWIPE.likesPerDay });
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(25 * 3600);
    }
    const { body } = await server().call('/api/likes.php', { as: me });
    const liked = (body['profiles'] as { id: string }[]).map(({ id }) => id);
    expect(liked).toHaveLength(SWIPE.likesPerDay);
    expect((await answer(me, liked[0] ?? '', true)).status).toBe(200);
    // Taking a like back gives none for today.
    await server().call('/api/like.php', { method: 'DELETE', json: { id: liked[0] }, as: me });
    const other = others.find(({ id }) => !liked.includes(id))?.id ?? '';
    expect([(await answer(me, other, true)).status, (await answer(me, other, false)).status]).toEqual([429, 200]);
    expect(await deckOf(me)).toMatchObject({ remaining: 0 });
  });

  test('LI15: swipe.undo takes a pass back, once it can be shown; a like stays', async () => {
    const { me, others } = await people(3);
    const [passed, liked, gone] = others as [MadeMember, MadeMember, MadeMember];
    await answer(me, passed.id, false);
    await answer(me, liked.id, true);
    await answer(me, gone.id, false);
    await block(server().database, site, gone.id, me.id);
    expect((await undo(me, passed.id)).body).toMatchObject({ profile: { id: passed.id } });
    expect((await undo(me, passed.id)).body).toMatchObject({ profile: { id: passed.id } });
    for (const id of [liked.id, gone.id, crypto.randomUUID(), me.id])
      expect((await undo(me, id)).body).toEqual({ profile: null });
    expect(await deckOf(me)).toMatchObject({ remaining: 3, profiles: [{ id: passed.id }] });
  });

  test('D2: the game refuses oneself, unknown and hidden members, and likes across a block', async () => {
    const { me, others } = await people(2, { visible: false });
    const [hidden, blocker] = others as [MadeMember, MadeMember];
    await block(server().database, site, blocker.id, me.id);
    const code = async (id: string, liked: boolean) => (await answer(me, id, liked)).body.error?.code;
    expect([await code(me.id, true), await code(me.id, false)]).toEqual(['yourself', 'yourself']);
    const unknown = crypto.randomUUID();
    expect([await code(unknown, true), await code(unknown, false)]).toEqual(['not_found', 'not_found']);
    expect([await code(hidden.id, true), await code(blocker.id, true)]).toEqual(['not_found', 'not_found']);
    // A pass tells nothing.
    expect([await code(hidden.id, false), await code(blocker.id, false)]).toEqual([undefined, undefined]);
    expect((await deckOf(me)).remaining).toBe(4);
  });

  test.each([
    // 23 hours, 25 hours, a change by half an hour at the other end of the world, and one of a region with a zone of its own.
    {
      place: 'NL',
      region: null,
      before: '2028-03-26T00:59:59Z',
      after: '2028-03-26T01:00:00Z',
      ends: '2028-03-26T22:00Z',
    },
    {
      place: 'NL',
      region: null,
      before: '2028-10-29T00:59:59Z',
      after: '2028-10-29T01:00:00Z',
      ends: '2028-10-29T23:00Z',
    },
    {
      place: 'AU',
      region: 'AU-SA',
      before: '2029-03-31T16:29:59Z',
      after: '2029-03-31T16:30:00Z',
      ends: '2029-04-01T14:30Z',
    },
    {
      place: 'US',
      region: 'US-IL',
      before: '2029-11-04T06:59:59Z',
      after: '2029-11-04T07:00:00Z',
      ends: '2029-11-05T06:00Z',
    },
  ])(
    'LI16 DA-swipe: when the clocks change in $place at $after, 64 concurrent tries get no fifth like before $ends',
    async ({ place, region, before, after, ends }) => {
      server().holdClock();
      const at = (moment: string): void => server().advance((Date.parse(moment) - server().now().getTime()) / 1000);
      at(before);
      const me = await server().member({ country: place, region });
      const others: MadeMember[] = [];
      for (let n = 0; n < 64; n += 1) others.push(await server().member({ gender: 'male', country: place }));
      expect((await answer(me, others[0]?.id ?? '', true)).body).toMatchObject({ remaining: SWIPE.likesPerDay - 1 });
      at(after);
      const likesOfAll = () => Promise.all(others.map(({ id }) => answer(me, id, true)));
      const liked = async () =>
        ((await server().call('/api/likes.php', { as: me })).body['profiles'] as object[]).length;
      await likesOfAll();
      expect(await liked()).toBe(SWIPE.likesPerDay);
      at(new Date(Date.parse(ends) - 1000).toISOString());
      await likesOfAll();
      expect([await liked(), await deckOf(me)]).toMatchObject([
        SWIPE.likesPerDay,
        { remaining: 0, renews_at: new Date(ends).toISOString() },
      ]);
      at(ends);
      await likesOfAll();
      expect(await liked()).toBe(2 * SWIPE.likesPerDay);
    },
  );

  test('LI16 DA-swipe: likes come back at midnight of the place, on the day of 23 hours too; moving brings none', async () => {
    server().holdClock();
    const at = (moment: string): void => server().advance((Date.parse(moment) - server().now().getTime()) / 1000);
    at('2027-03-27T23:30:00Z');
    const { me, others } = await people(5, {}, { country: 'NL' });
    const elsewhere = await Promise.all(others.map(() => server().member({ gender: 'male', country: 'NL' })));
    for (const { id } of elsewhere.slice(0, 4)) expect((await answer(me, id, true)).status).toBe(200);
    expect(await deckOf(me)).toMatchObject({ remaining: 0, renews_at: '2027-03-28T22:00:00.000Z' });
    await server().database.inTenant(site.id, (db) =>
      db.updateTable('profile').set({ country: 'NZ' }).where('id', '=', me.id).execute(),
    );
    at('2027-03-28T21:59:59Z');
    const fifth = elsewhere[4]?.id ?? '';
    expect((await answer(me, fifth, true)).headers.get('retry-after')).toBe('1');
    at('2027-03-28T22:00:00Z');
    expect((await answer(me, fifth, true)).body).toMatchObject({ remaining: 3, renews_at: '2027-03-29T11:00:00.000Z' });
  });
});
