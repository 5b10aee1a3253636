// Alerts of saved searches: a mail when someone new fits one, by choice and once a day.
import { expect, test } from 'vitest';
import { block, type MadeMember, type MemberDraft } from '../support/members.ts';
import { change, comeBack, pair, set, subjects, sweepDay } from '../support/notifications.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
eachEngine('alerts of saved searches', (server) => {
  const save = (as: MadeMember, filters: object) =>
    server().call('/api/saved-searches.php', { json: { name: 'Near me', filters }, as });
  /** A member with a search in a country of its own, who wants the alert and nothing else. */
  const searcher = async (country: string, isWanted = true) => {
    const { me } = await pair(server());
    await set(server(), me, 'weekly_updates', false);
    if (isWanted) await set(server(), me, 'saved_searches', true);
    await save(me, { gender: 'male', country, min_age: 18, max_age: 99 });
    const join = (draft: MemberDraft = {}) => server().member({ gender: 'male', country, ...draft });
    return { me, join };
  };

  test('AC7 ME1: who is new in a saved search is told of once, and only by choice', async () => {
    const { me, join } = await searcher('BE');
    const { me: silent } = await searcher('BE', false);
    server().advance(HOUR);
    await join();
    server().advance(HOUR);
    const [mail, ...more] = await sweepDay(server(), me.email);
    expect([mail?.subject, more]).toEqual(['New in your saved searches', []]);
    expect(mail?.text).toContain('1 saved search has new members');
    expect(await sweepDay(server(), silent.email)).toEqual([]);
    // Told already.
    server().advance(DAY);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(1);
    await join();
    server().advance(DAY);
    expect(subjects(await sweepDay(server(), me.email))).toEqual(['New in your saved searches']);
  });

  test('AC7 ME1 ME3: a saved search of all countries tells of who is new in another one', async () => {
    const { me, join } = await searcher('IE');
    await save(me, { gender: 'male', country: 'any', min_age: 90, max_age: 99 });
    server().advance(HOUR);
    await join({ country: 'MT', birth_date: '1932-02-02' });
    server().advance(HOUR);
    const [mail, ...more] = await sweepDay(server(), me.email);
    expect([mail?.subject, more]).toEqual(['New in your saved searches', []]);
    expect(mail?.text).toContain('1 saved search has new members');
  });

  test('AC7: there is at most one alert a day, and none for who was here before the search was saved', async () => {
    server().holdClock();
    server().advance(DAY - ((server().now().getTime() / 1000) % DAY) + HOUR);
    await server().member({ gender: 'male', country: 'AT' });
    server().advance(HOUR);
    const { me, join } = await searcher('AT');
    server().advance(HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(1);
    await join();
    server().advance(HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(DAY);
    expect(await sweepDay(server(), me.email)).toHaveLength(1);
  });

  test('AC7 ME1: who confirms after the alert of that day is told of the next day', async () => {
    const { me, join } = await searcher('PT');
    server().advance(HOUR);
    const late = await join({ status: 'not_confirmed', profile_status: 'disabled' });
    server().advance(HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(HOUR);
    await change(server(), 'profile', late, { status: 'active' });
    await change(server(), 'account', late, { status: 'active', confirmed_at: server().now() });
    server().advance(DAY);
    expect(await sweepDay(server(), me.email)).toHaveLength(1);
  });

  test('SA1 AC11 B5: blocked either way, invisible, written by us, not sought or too old for the search: no alert', async () => {
    const { me, join } = await searcher('FR');
    server().advance(HOUR);
    const [blocked, blocker] = [await join(), await join()];
    await block(server().database, siteAt(0), me.id, blocked.id);
    await block(server().database, siteAt(0), blocker.id, me.id);
    for (const draft of [{ visible: false }, { fictional: true }, { sexuality: 'gay' }, { gender: 'female' }] as const)
      await join(draft);
    await join({ profile_status: 'disabled' });
    server().advance(HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
  });

  test('AC7 AC9: quiet hours hold the alert back, and who has unsubscribed gets none', async () => {
    const { me, join } = await searcher('DE');
    await server().call('/api/quiet-hours.php', {
      method: 'PUT',
      json: { quiet: { from: '00:00', to: '23:59' } },
      as: me,
    });
    server().advance(HOUR);
    await join();
    server().advance(HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    const { me: gone } = await searcher('LU');
    server().advance(HOUR);
    await server().member({ gender: 'male', country: 'LU' });
    await change(server(), 'account', gone, { notifications_disabled: ['listunsubscribe'] });
    await comeBack(server(), gone);
    server().advance(HOUR);
    expect(await sweepDay(server(), gone.email)).toEqual([]);
  });
});
