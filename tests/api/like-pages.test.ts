// The lists of likes by page, what every page shows of them, and likes that are taken back and given again.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { LikeList, LikeNews, Likes, LikesPage } from '#contract/likes';
import { LIKES, WITHDRAWN_LIKE_HOURS } from '#domain/limits';
import { freshNews } from '#server/push/news';
import { withoutTimeout } from '../support/large-tables.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';

const site = siteAt(0);
const CROWD = LIKES.known + 10;
const idOf = (n: number): string => `72000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ids = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

eachEngine('pages of likes', (server) => {
  const like = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'PUT', json: { id }, as });
  const unlike = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'DELETE', json: { id }, as });
  const answer = async <Answer>(path: string, as: MadeMember, query = ''): Promise<Answer> => {
    const { status, body } = await server().call(path, { as, query });
    expect(status).toBe(200);
    return body as unknown as Answer;
  };
  const list = (as: MadeMember) => answer<Likes>('/api/likes.php', as);
  const news = (as: MadeMember) => answer<LikeNews>('/api/likes-news.php', as);
  const more = (as: MadeMember, which: LikeList, cursor: string) =>
    answer<LikesPage>('/api/likes-page.php', as, `list=${which}&cursor=${cursor}`);

  async function addCrowd(): Promise<void> {
    const id = sql.raw(`('72000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    const members = sql`from generate_series(1, ${sql.lit(CROWD)}) n`;
    for (const statement of [
      sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
        select ${sql.lit(site.id)}, ${id}, 'liker' || n, 'liker' || n, '', 'active', 'en' ${members} on conflict do nothing`,
      sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country)
        select ${sql.lit(site.id)}, ${id}, 'One of many', 'male', 'hetero', date '1990-01-01', 'LU' ${members} on conflict do nothing`,
    ])
      await withoutTimeout(server().database, statement);
  }
  /** The first is the oldest; each second one has the moment of the one before. */
  const likesOfCrowd = (me: MadeMember, way: 'given' | 'received', most: number) => {
    const other = sql.raw(`('72000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    const ends = way === 'given' ? sql`${me.id}::uuid, ${other}` : sql`${other}, ${me.id}::uuid`;
    const begin = new Date(server().now().getTime() - 86_400_000);
    return withoutTimeout(
      server().database,
      sql`insert into member_like (tenant, liker, liked, at)
        select ${sql.lit(site.id)}, ${ends}, ${begin}::timestamptz + (n / 2) * interval '1 second'
        from generate_series(1, ${sql.lit(most)}) n`,
    );
  };
  const latestFirst = (most: number): string[] => Array.from({ length: most }, (_, at) => idOf(most - at));

  test('LI2 LI6 DE107: likes.list and likes.more show each like of a list once, while others come and go', async () => {
    await addCrowd();
    const me = await server().member();
    const most = 2 * LIKES.pageSize + 5;
    await likesOfCrowd(me, 'given', most);
    await likesOfCrowd(me, 'received', most);
    const first = await list(me);
    expect(first.totals).toEqual({ received: most, sent: most, matches: most });
    for (const [which, page] of [
      ['received', first.liked_by],
      ['sent', first.profiles],
      ['matches', first.matches],
    ] as const) {
      expect(page).toHaveLength(LIKES.pageSize);
      // Those on the first page do not move the others.
      const newcomer = await server().member({ gender: 'male' });
      await like(newcomer, me.id);
      await like(me, newcomer.id);
      const second = await more(me, which, first.next[which] ?? '');
      const third = await more(me, which, second.next ?? '');
      expect(ids([...page, ...second.profiles, ...third.profiles])).toEqual(latestFirst(most));
      expect([third.profiles.length, third.next]).toEqual([5, null]);
    }
    const wrong = { as: me, query: 'list=received&cursor=nonsense' };
    expect((await server().call('/api/likes-page.php', wrong)).status).toBe(422);
  });

  test('LI2 LI11 DE107: a match is on its list behind any number of later likes, and the latest match comes first', async () => {
    await addCrowd();
    const me = await server().member();
    const [early, late] = [await server().member({ gender: 'male' }), await server().member({ gender: 'male' })];
    await like(early, me.id);
    await like(late, me.id);
    await like(me, late.id);
    const at = new Date(server().now().getTime() - 3 * 86_400_000);
    await server().database.inTenant(site.id, (db) =>
      db.updateTable('member_like').set({ at }).where('liked', 'in', [me.id, late.id]).execute(),
    );
    await likesOfCrowd(me, 'received', LIKES.pageSize + 1);
    await like(me, early.id);
    const { liked_by, matches, totals } = await list(me);
    expect(ids(liked_by)).not.toContain(late.id);
    expect([ids(matches), totals.matches]).toEqual([[early.id, late.id], 2]);
    expect(matches).toMatchObject([{ match: true, like_new: true }, { match: true }]);
    expect((await list(me)).profiles).toMatchObject([
      { id: early.id, match: true },
      { id: late.id, match: true },
    ]);
  });

  test('LI7 DE107 DA-count: likes.news counts new likes up to a thousand and answers the latest, and who the member likes', async () => {
    await addCrowd();
    const me = await server().member();
    expect(await news(me)).toEqual({ new_likes: 0, latest: [], liked: [] });
    await likesOfCrowd(me, 'received', 30);
    await likesOfCrowd(me, 'given', CROWD);
    const { new_likes: count, latest, liked } = await news(me);
    expect([count, ids(latest), liked]).toEqual([
      30,
      latestFirst(30).slice(0, LIKES.latest),
      latestFirst(CROWD).slice(0, LIKES.known),
    ]);
    expect(latest.every(({ match, like_new: isNew }) => match && isNew)).toBe(true);
    await block(server().database, site, idOf(30), me.id);
    expect((await news(me)).new_likes).toBe(29);
    await withoutTimeout(
      server().database,
      sql`update member_like set liker = liked, liked = liker where liker = ${me.id} and liked > ${idOf(30)}::uuid`,
    );
    expect((await news(me)).new_likes).toBe(LIKES.countCap);
    expect((await list(me)).totals.received).toBe(LIKES.countCap + 1);
  });

  test('LI7 LI8: likes.seen marks those that were shown, and no like that came meanwhile', async () => {
    const me = await server().member();
    const likers = [await server().member(), await server().member(), await server().member()];
    for (const liker of likers) await like(liker, me.id);
    const shown = likers.slice(0, 2).map(({ id }) => id);
    const answered = await server().call('/api/likes-seen.php', { json: { ids: shown }, as: me });
    expect(answered.status).toBe(204);
    expect(ids((await news(me)).latest)).toEqual([likers[2]?.id]);
    expect((await server().call('/api/likes-seen.php', { json: { ids: [] }, as: me })).status).toBe(422);
  });

  test('LI5 LI7 PU3 DE107: a like taken back and given again is no news: it keeps its place and whether it was seen', async () => {
    withinOneHour(server());
    const [me, other, later] = [await server().member(), await server().member(), await server().member()];
    const told = server().now();
    const isNews = (since: Date): Promise<boolean> =>
      server().database.inTenant(
        site.id,
        async (db) => (await freshNews(db, { tenant: site.id, account: other.id, wanted: ['like'] }, since)) !== null,
      );
    await like(me, other.id);
    server().advance(1);
    await like(later, other.id);
    expect(await isNews(new Date(told.getTime() - 1))).toBe(true);
    const since = server().now();
    for (const isSeen of [false, true]) {
      server().advance(1);
      if (isSeen) await server().call('/api/likes-seen.php', { json: { ids: [me.id, later.id] }, as: other });
      await unlike(me, other.id.toUpperCase());
      expect((await news(other)).new_likes).toBe(isSeen ? 0 : 1);
      server().advance(1);
      await like(me, other.id);
      expect(ids((await list(other)).liked_by)).toEqual([later.id, me.id]);
      expect([(await news(other)).new_likes, await isNews(since)]).toEqual([isSeen ? 0 : 2, false]);
    }
    await unlike(me, other.id);
    server().advance(WITHDRAWN_LIKE_HOURS * 3600 + 1);
    await like(me, other.id);
    expect([(await news(other)).new_likes, await isNews(since)]).toEqual([1, true]);
  });

  test('LI11 DE107: a like given again after the other one’s is a match, and news', async () => {
    const [me, other] = [await server().member(), await server().member({ gender: 'male' })];
    await like(me, other.id);
    await server().call('/api/likes-seen.php', { json: { ids: [me.id] }, as: other });
    await unlike(me, other.id);
    server().advance(1);
    await like(other, me.id);
    server().advance(1);
    expect((await like(me, other.id)).body).toEqual({ match: true });
    expect((await news(other)).latest).toMatchObject([{ id: me.id, match: true, like_new: true }]);
    // Only the first time: what is taken back after it stays known.
    await server().call('/api/likes-seen.php', { json: { ids: [me.id] }, as: other });
    await unlike(me, other.id);
    await like(me, other.id);
    expect((await news(other)).latest).toEqual([]);
  });
});
