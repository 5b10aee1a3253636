// The stores of likes, used as the screens use them, against the real server.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MemberCard } from '#contract/members';
import { $newlySeen, hideLikes, showLikes } from '#stores/seen-likes';
import { setLiked } from '#stores/like';
import { $likes } from '#stores/like-lists';
import { $liked, $newLikes, loadLikes } from '#stores/likes';
import { startLive, dispatchLive } from '#stores/live';
import { $match, closeMatch } from '#stores/match';
import { $member, openMember } from '#stores/member';
import { $toasts, closeToast } from '#stores/toasts';
import { $notificationCount } from '#stores/notification-count';
import { block, type MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { eventually } from '#tests/support/eventually';
import { callFromStores } from '#tests/support/store-calls';

const { live, tab } = vi.hoisted(() => ({
  live: { open: (_isOpen: boolean): void => undefined },
  tab: { isHidden: false, show: (): void => undefined },
}));
vi.mock('#lib/live', () => ({
  announce: () => undefined,
  listen: (_hear: unknown, open: (isOpen: boolean) => void) => {
    live.open = open;
    return () => undefined;
  },
}));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/visibility', () => ({
  isPageHidden: () => tab.isHidden,
  oncePageVisible: (run: () => void) => void (tab.show = run),
  onPageVisible: () => () => undefined,
}));

const site = siteAt(0);
let server: TestServer & { close(): Promise<void> };
let me: MadeMember, other: MadeMember;
let traffic: ReturnType<typeof callFromStores>;
/** Lets a test hold back an answer of the server until it resolves. */
let hold: ((path: string, method: string) => Promise<void> | null) | null = null;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(
    server,
    () => me.cookie,
    (path, method) => hold?.(path, method) ?? null,
  );
  me = await server.member({ gender: 'female' });
  startLive();
  stops.push(...[$notificationCount, $liked, $likes].map((store) => store.listen(() => undefined)));
});
afterAll(async () => {
  stops.forEach((stop) => stop());
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  hold = null;
  tab.isHidden = false;
  [me, other] = await Promise.all([server.member({ gender: 'female' }), server.member({ gender: 'male' })]);
  hideLikes();
  closeMatch();
  for (const { id } of $toasts.get()) closeToast(id);
  await loadLikes();
  traffic.calls.length = 0;
});

const freshStores = async () => {
  vi.resetModules();
  return { ...(await import('#stores/likes')), ...(await import('#stores/like-lists')) };
};
const cardOf = async (member: MadeMember): Promise<MemberCard> => {
  const { body } = await server.call('/api/member.php', { query: `?id=${member.id}`, as: me });
  return (body as unknown as { member: MemberCard }).member;
};
const like = (from: MadeMember, to: MadeMember): Promise<unknown> =>
  server.call('/api/like.php', { method: 'PUT', json: { id: to.id }, as: from });
const knownTo = async (who: MadeMember): Promise<{ profiles: { id: string }[]; liked_by: { like_new: boolean }[] }> =>
  (await server.call('/api/likes.php', { as: who })).body as never;
const ids = (which: 'profiles' | 'liked_by'): string[] => {
  const all = $likes.get();
  return all.state === 'ready' ? all[which].map(({ id }) => id) : [];
};

describe('giving and taking back', () => {
  test('LI5 LI6: a like shows before the server has answered, and stays after it', async () => {
    const card = await cardOf(other);
    const giving = setLiked(card, true);
    expect([$liked.get().get(other.id), ids('profiles')]).toEqual([true, [other.id]]);
    await giving;
    expect((await knownTo(me)).profiles.map(({ id }) => id)).toEqual([other.id]);
    const taking = setLiked(card, false);
    expect([$liked.get().get(other.id), ids('profiles')]).toEqual([false, []]);
    await taking;
    expect((await knownTo(me)).profiles).toEqual([]);
  });

  test('LI5: a refused like is reverted on the screen, with the reason', async () => {
    const card = await cardOf(other);
    await block(server.database, site, other.id, me.id);
    await setLiked(card, true);
    expect([$liked.get().has(other.id), ids('profiles')]).toEqual([false, []]);
    expect($toasts.get().map(({ code }) => code)).toEqual(['blocked']);
  });

  test('LI5: of quick presses the last one counts, with any request running', async () => {
    const card = await cardOf(other);
    const giving = setLiked(card, true);
    void setLiked(card, false);
    void setLiked(card, true);
    void setLiked(card, false);
    await giving;
    expect([$liked.get().get(other.id), (await knownTo(me)).profiles]).toEqual([false, []]);
    expect(traffic.calls).toEqual(['PUT /api/like.php', 'DELETE /api/like.php']);
  });

  test('LI5: a list requested before the like does not remove it from the screen', async () => {
    const card = await cardOf(other);
    const held: (() => void)[] = [];
    hold = (path) => (path.startsWith('/api/likes') ? new Promise((done) => held.push(done)) : null);
    const loading = loadLikes();
    await eventually(() => expect(held).not.toHaveLength(0));
    await setLiked(card, true);
    hold = null;
    for (const release of held) release();
    await loading;
    expect([$liked.get().get(other.id), ids('profiles')]).toEqual([true, [other.id]]);
    hold = null;
    await loadLikes();
    expect(ids('profiles')).toEqual([other.id]);
  });

  test('ME21: the open profile follows', async () => {
    await openMember(other.id);
    await setLiked(await cardOf(other), true);
    expect($member.get()).toMatchObject({ state: 'ready', member: { liked: true } });
  });
});

describe('new likes', () => {
  test('LI7 SH11: an event brings the new like and its count, and so does a reconnection', async () => {
    await like(other, me);
    dispatchLive({ type: 'like' });
    await eventually(() => expect([$newLikes.get(), $notificationCount.get()]).toEqual([1, 1]));
    await like(await server.member({ gender: 'male' }), me);
    live.open(false);
    live.open(true);
    await eventually(() => expect($newLikes.get()).toBe(2));
  });

  test('LI7: likes on screen count as seen, and keep their mark until the page is left', async () => {
    await like(other, me);
    await loadLikes();
    showLikes(({ liked_by: likers }) => likers);
    expect([$newLikes.get(), [...$newlySeen.get()]]).toEqual([0, [other.id]]);
    await eventually(async () => expect((await knownTo(me)).liked_by).toMatchObject([{ like_new: false }]));
    await loadLikes();
    expect([...$newlySeen.get()]).toEqual([other.id]);
    hideLikes();
    expect($newlySeen.get().size).toBe(0);
  });

  test('LI7: likes off screen stay new, and so do all in a hidden tab', async () => {
    const third = await server.member({ gender: 'male' });
    await like(other, me);
    await like(third, me);
    await loadLikes();
    tab.isHidden = true;
    showLikes(({ liked_by: likers }) => likers.filter(({ id }) => id === third.id));
    expect($newLikes.get()).toBe(2);
    tab.isHidden = false;
    tab.show();
    expect([$newLikes.get(), [...$newlySeen.get()]]).toEqual([1, [third.id]]);
    await eventually(async () =>
      expect((await knownTo(me)).liked_by.filter(({ like_new: isNew }) => isNew)).toHaveLength(1),
    );
  });
});

describe('matches', () => {
  test('LI11: liking back is a match, announced once although list and answer both report it', async () => {
    await like(other, me);
    await loadLikes();
    await setLiked(await cardOf(other), true);
    expect($match.get()?.id).toBe(other.id);
    closeMatch();
    await loadLikes();
    expect($match.get()).toBeNull();
    expect($likes.get()).toMatchObject({ liked_by: [{ id: other.id, match: true }] });
  });

  test('LI11: a match that the list reports before the answer arrives is announced once, too', async () => {
    const card = await cardOf(other);
    await like(other, me);
    let release = (): void => undefined;
    hold = (_path, method) => (method === 'PUT' ? new Promise((done) => (release = done)) : null);
    const giving = setLiked(card, true);
    await eventually(async () => expect((await knownTo(me)).profiles).toHaveLength(1));
    await loadLikes();
    expect($match.get()?.id).toBe(other.id);
    closeMatch();
    await eventually(() => expect(traffic.running.size).toBe(0));
    release();
    await giving;
    expect($match.get()).toBeNull();
  });

  test('LI11: being liked back is a match as soon as the event arrives', async () => {
    await setLiked(await cardOf(other), true);
    await like(other, me);
    dispatchLive({ type: 'like' });
    await eventually(() => expect($match.get()?.id).toBe(other.id));
  });

  test('LI11: matches known at the start are not announced', async () => {
    await setLiked(await cardOf(other), true);
    await like(other, me);
    const before = $match.get();
    const fresh = await freshStores();
    const { $match: $other } = await import('#stores/match');
    stops.push(fresh.$likes.listen(() => undefined));
    await fresh.loadLikes();
    expect([before, fresh.$likes.get().state, $other.get()]).toEqual([null, 'ready', null]);
  });
});

describe('failures', () => {
  test('LI1: a missing answer is a failure that a retry fixes; known likes outlive it', async () => {
    const fresh = await freshStores();
    const through = globalThis.fetch;
    const refusal = { error: { code: 'unavailable' } };
    globalThis.fetch = () => Promise.resolve(Response.json(refusal, { status: 400 }));
    stops.push(fresh.$likes.listen(() => undefined));
    await fresh.loadLikes();
    expect(fresh.$likes.get()).toEqual({ state: 'failed', code: 'unavailable' });
    globalThis.fetch = through;
    await fresh.loadLikes();
    expect(fresh.$likes.get().state).toBe('ready');
    globalThis.fetch = () => Promise.resolve(Response.json(refusal, { status: 400 }));
    await fresh.loadLikes();
    globalThis.fetch = through;
    expect(fresh.$likes.get().state).toBe('ready');
  });
});
