// Two members like, unlike, block and swipe each other at the same moment: what both see is always what some order of
// the calls would have led to.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Likes } from '#contract/likes';
import { outcomesOf, type Between, type Deed, matching, races, type Seen, seenAs } from '../support/like-histories.ts';
import { block, type MadeMember } from '../support/members.ts';
import { onBothEngines, figure, siteAt, withinOneHour } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const site = siteAt(0);
const CALLS = {
  like: { path: '/api/like.php', method: 'PUT' },
  unlike: { path: '/api/like.php', method: 'DELETE' },
  swipe: { path: '/api/swipe.php', method: 'POST' },
  block: { path: '/api/block.php', method: 'PUT' },
  unblock: { path: '/api/block.php', method: 'DELETE' },
} as const;

onBothEngines('like races', (server) => {
  const forget = () =>
    server().database.inTenant(site.id, async (db) => {
      for (const table of ['member_like', 'swipe', 'block', 'daily_count'] as const)
        await db.deleteFrom(table).where('tenant', '=', site.id).execute();
    });
  const begin = async (pair: readonly [MadeMember, MadeMember], { likes, blocks }: Between): Promise<void> => {
    await forget();
    const [one, two] = pair.map(({ id }) => id) as [string, string];
    const at = server().now();
    const given = [
      { liker: one, liked: two },
      { liker: two, liked: one },
    ].filter((_, by) => likes[by as 0 | 1]);
    if (given.length > 0)
      await server().database.inTenant(site.id, (db) =>
        db
          .insertInto('member_like')
          .values(given.map((each) => ({ tenant: site.id, ...each, at })))
          .execute(),
      );
    if (blocks[0]) await block(server().database, site, one, two);
    if (blocks[1]) await block(server().database, site, two, one);
  };
  const answerTo = async (pair: readonly [MadeMember, MadeMember], { by, what }: Deed): Promise<string> => {
    const { path, method } = CALLS[what];
    const id = pair[by === 0 ? 1 : 0].id;
    const json = what === 'swipe' ? { id, liked: true } : { id };
    const { status, body } = await server().call(path, { method, json, as: pair[by] });
    if (status === 204) return 'done';
    if (status === 200) return body['match'] === true ? 'match' : 'liked';
    return body.error?.code ?? String(status);
  };
  const listOf = async (as: MadeMember, of: MadeMember): Promise<string> => {
    const { profiles, liked_by } = (await server().call('/api/likes.php', { as })).body as unknown as Likes;
    const sent = profiles.filter(({ id }) => id === of.id).map(() => 'sent');
    const received = liked_by.filter(({ id }) => id === of.id).map(({ match }) => (match ? 'match' : 'received'));
    return [...sent, ...received].join(' ');
  };

  test(
    'LI5 LI11 DB7 SA1: likes, unlikes, swipes and blocks at the same moment lose, double or halve no match',
    async () => {
      withinOneHour(server());
      const pair = [await server().member({ gender: 'male' }), await server().member()] as const;
      const heard = pair.map(({ id }) => recordEvents(server(), id));
      let matches = 0;
      // Each race is another one, and the same ones each time.
      for (const race of [matching, ...fc.sample(races, { numRuns: figure(1000, 40), seed: 32 })]) {
        await begin(pair, race.before);
        const before = heard.map(({ length }) => length);
        const answers = await Promise.all(race.deeds.map((deed) => answerTo(pair, deed)));
        const told = heard.map((all, at) => all.slice(before[at]).filter(({ type }) => type === 'like').length);
        const lists = [await listOf(pair[0], pair[1]), await listOf(pair[1], pair[0])];
        const seen = seenAs({ answers, told, lists } as unknown as Seen);
        expect(outcomesOf(race).has(seen), `${JSON.stringify(race)} led to ${seen}`).toBe(true);
        matches += lists[0]?.includes('match') ? 1 : 0;
      }
      expect(matches).toBeGreaterThan(0);
    },
    figure(1_800_000, 300_000),
  );
});
