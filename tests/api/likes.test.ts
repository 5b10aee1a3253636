// Likes: permissions, limits, what both members see, and the new-like flag.
import { expect, test } from 'vitest';
import type { Likes } from '#contract/likes';
import { LIKES_PER_HOUR } from '#domain/limits';
import { eraseAccount } from '#server/auth/erase-account';
import { send } from '../support/chats.ts';
import { isWaitedFor } from '../support/locks.ts';
import { block, type MadeMember } from '../support/members.ts';
import { eachEngine, siteAt, withinOneHour } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('likes', (server, engine) => {
  const like = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'PUT', json: { id }, as });
  const unlike = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'DELETE', json: { id }, as });
  const seen = (as: MadeMember, id?: string) =>
    server().call('/api/likes-seen.php', { json: id === undefined ? {} : { id }, as });
  const list = async (as: MadeMember): Promise<Likes> =>
    (await server().call('/api/likes.php', { as })).body as unknown as Likes;
  const view = async (as: MadeMember, id: string) =>
    (await server().call('/api/member.php', { as, query: `id=${id}` })).body['member'] as Record<string, unknown>;
  const pair = () => Promise.all([server().member(), server().member()]);

  test('LI5 LI6 LI7: likes.add, likes.list and likes.remove: both members see the like, and it can be taken back', async () => {
    const [one, two] = await pair();
    expect((await like(one, two.id)).body).toEqual({ match: false });
    expect((await like(one, two.id.toUpperCase())).body).toEqual({ match: false });
    expect((await list(one)).profiles.map(({ id }) => id)).toEqual([two.id]);
    expect((await list(two)).liked_by).toMatchObject([{ id: one.id, like_new: true, match: false }]);
    expect((await like(two, one.id)).body).toEqual({ match: true });
    expect((await list(two)).liked_by).toMatchObject([{ id: one.id, match: true }]);
    expect((await unlike(one, two.id)).status).toBe(204);
    expect((await unlike(one, two.id)).status).toBe(204);
    expect(await list(one)).toMatchObject({ profiles: [], liked_by: [{ id: two.id, match: false }] });
    expect((await list(two)).liked_by).toEqual([]);
  });

  test('LI6: the newest like comes first', async () => {
    const me = await server().member();
    const others = [await server().member(), await server().member(), await server().member()];
    for (const other of others) {
      server().advance(1);
      await like(me, other.id);
      await like(other, me.id);
    }
    const newest = others.map(({ id }) => id).reverse();
    const { profiles, liked_by } = await list(me);
    expect([profiles, liked_by].map((each) => each.map(({ id }) => id))).toEqual([newest, newest]);
  });

  test('ME21 LI5: members.view answers the likes between both and their conversation', async () => {
    const [one, two] = [await server().member({ credits: 1 }), await server().member()];
    expect(await view(one, two.id)).toMatchObject({ liked: false, likes_me: false, conversation: null });
    await like(one, two.id);
    const { conversation } = (await send(server(), one, { profile: two.id })).body['message'] as never;
    expect(await view(one, two.id)).toMatchObject({ liked: true, likes_me: false, conversation });
    expect(await view(two, one.id)).toMatchObject({ liked: false, likes_me: true, conversation });
  });

  test('LI8: opening a profile clears its new-like flag, and likes.seen clears one or all', async () => {
    const me = await server().member();
    const others = [await server().member(), await server().member(), await server().member()];
    for (const other of others) await like(other, me.id);
    const fresh = async () => (await list(me)).liked_by.filter(({ like_new }) => like_new).length;
    expect(await fresh()).toBe(3);
    const heard = recordEvents(server(), me.id);
    await view(me, others[0]?.id ?? '');
    await view(me, others[0]?.id ?? '');
    expect([await fresh(), heard]).toEqual([2, [{ type: 'like' }]]);
    expect((await seen(me, others[1]?.id)).status).toBe(204);
    expect(await fresh()).toBe(1);
    await seen(me, others[1]?.id);
    expect(heard).toHaveLength(2);
    await seen(me);
    expect([await fresh(), heard.length]).toEqual([0, 3]);
  });

  test('LI13 DB4: likes.auto answers the oldest real like that the member has not seen, once; else 204', async () => {
    const me = await server().member();
    const auto = () => server().call('/api/auto-like.php', { as: me });
    expect((await auto()).status).toBe(204);
    const likers = [
      await server().member({ fictional: true }),
      await server().member(),
      await server().member(),
      await server().member(),
      await server().member(),
    ];
    for (const liker of likers) {
      server().advance(1);
      await like(liker, me.id);
    }
    const [, gone, oldest, next, seenAlready] = likers.map(({ id }) => id);
    await block(server().database, siteAt(0), gone ?? '', me.id);
    await seen(me, seenAlready);
    const heard = recordEvents(server(), me.id);
    expect((await auto()).body).toMatchObject({ id: oldest });
    expect(heard).toEqual([{ type: 'like' }]);
    expect((await list(me)).liked_by.find(({ id }) => id === oldest)).toMatchObject({ like_new: false });
    const both = await Promise.all([auto(), auto()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 204]);
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ id: next });
    expect((await auto()).status).toBe(204);
  });

  test('LI17: a member cannot be the first to like an invisible one', async () => {
    const [me, hidden] = [await server().member(), await server().member({ visible: false, credits: 1 })];
    expect([(await like(me, hidden.id)).status, (await like(me, hidden.id)).body.error?.code]).toEqual([
      404,
      'not_found',
    ]);
    await like(hidden, me.id);
    expect((await like(me, hidden.id)).body).toEqual({ match: true });
    const written = await server().member();
    await send(server(), hidden, { profile: written.id });
    expect((await like(written, hidden.id)).status).toBe(200);
  });

  test('D2: likes.add refuses unknown, disabled, suspended and foreign members alike; blocks have a code, and so has oneself', async () => {
    const me = await server().member();
    const away = [
      { id: crypto.randomUUID() },
      await server().member({ profile_status: 'disabled' }),
      await server().member({ status: 'suspended' }),
      await server().member({}, siteAt(1)),
    ];
    for (const { id } of away) {
      const { status, text } = await like(me, id);
      expect([status, text]).toEqual([404, '{"error":{"code":"not_found"}}']);
    }
    expect((await like(me, me.id)).body.error).toEqual({ code: 'yourself' });
    const [blocker, blocked] = await pair();
    await block(server().database, siteAt(0), blocker.id, blocked.id);
    for (const [one, two, code] of [
      [blocker, blocked, 'blocked_by_you'],
      [blocked, blocker, 'blocked'],
    ] as const)
      expect([(await like(one, two.id)).status, (await like(one, two.id)).body.error]).toEqual([403, { code }]);
  });

  test('LI6 DB14: who blocked or was blocked, or is disabled, is absent from both lists', async () => {
    const me = await server().member();
    const [blocker, blocked, gone] = [await server().member(), await server().member(), await server().member()];
    for (const other of [blocker, blocked, gone]) {
      await like(me, other.id);
      await like(other, me.id);
    }
    await block(server().database, siteAt(0), blocker.id, me.id);
    await block(server().database, siteAt(0), me.id, blocked.id);
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('profile').set({ status: 'disabled' }).where('id', '=', gone.id).execute(),
    );
    const none = { profiles: [], liked_by: [], matches: [], totals: { received: 0, sent: 0, matches: 0 } };
    expect(await list(me)).toMatchObject(none);
  });

  test('A likes: a hundred an hour exactly, even with concurrent tries; a repeated one is free', async () => {
    const me = await server().member();
    const others = await Promise.all(Array.from({ length: 6 }, () => server().member()));
    withinOneHour(server());
    const now = server().now();
    const row = {
      tenant: siteAt(0).id,
      key: `likes:${me.id}:${now.getUTCHours()}`,
      day: now.toISOString().slice(0, 10),
    };
    await server().database.inTenant(row.tenant, (db) =>
      db
        .insertInto('daily_count')
        .values({ ...row, count: LIKES_PER_HOUR - 2 })
        .execute(),
    );
    const tries = others.flatMap(({ id }) => [id, id]);
    const answers = await Promise.all(tries.map((id) => like(me, id)));
    const liked = (await list(me)).profiles.map(({ id }) => id);
    expect(liked).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    const refused = others.find(({ id }) => !liked.includes(id))?.id ?? '';
    const { status, body, headers } = await like(me, refused);
    expect([status, body.error]).toMatchObject([429, { code: 'like_limit', limit: LIKES_PER_HOUR }]);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    expect((await like(me, liked[0] ?? '')).status).toBe(200);
    server().advance(3600);
    expect((await like(me, refused)).status).toBe(200);
  });

  test('LI11: of two members who like each other at the same moment, exactly one is told of the match', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = await pair();
      const answers = await Promise.all([like(one, two.id), like(two, one.id)]);
      expect(answers.map(({ body }) => body['match']).sort()).toEqual([false, true]);
    }
  });

  // The other engine has one connection, on which nothing happens at the same moment.
  if (engine === 'postgres')
    test('LI5 D2: a like for a member who is erased at the same moment finds no one', async () => {
      const [one, two] = await pair();
      const { id: tenant } = siteAt(0);
      const liking = await server().database.inTenant(tenant, async (db) => {
        await eraseAccount(db, tenant, two.id);
        const answering = like(one, two.id);
        await isWaitedFor(db);
        return { answering };
      });
      const { status, body } = await liking.answering;
      expect([status, body.error?.code]).toEqual([404, 'not_found']);
    });

  test('LI5 DB7: a like is told to both, once', async () => {
    const [one, two] = await pair();
    const [mine, theirs] = [recordEvents(server(), one.id), recordEvents(server(), two.id)];
    await like(one, two.id);
    await like(one, two.id);
    expect([mine, theirs]).toEqual([[{ type: 'like' }], [{ type: 'like' }]]);
    await unlike(one, two.id);
    await unlike(one, two.id);
    expect([mine.length, theirs.length]).toEqual([2, 2]);
  });
});
