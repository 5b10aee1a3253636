// Members who are blocked or gone while a page is open: the stores that list members, each as its screen uses it, against
// the real server.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MemberCard } from '#contract/members';
import { noteRefusal, onAbsence } from '#stores/absent';
import { $fits } from '#stores/finder';
import { $unliked, setLiked } from '#stores/like';
import { $likes } from '#stores/like-lists';
import { loadLikes } from '#stores/likes';
import { dispatchLive } from '#stores/live';
import { $member, openMember } from '#stores/member';
import { clearPrivateData } from '#stores/private-data';
import { $results, openSearch } from '#stores/search';
import { $signupMatches, openSignupMatches } from '#stores/signup-matches';
import { $similar, openSimilar } from '#stores/similar';
import { $toasts } from '#stores/toasts';
import { eventually } from '#tests/support/eventually';
import { block, type MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  queryOf: () => ({}),
  setQuery: () => true,
}));

const site = siteAt(0);
let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;
let me: MadeMember;
let open: MadeMember;
let other: MadeMember;
let stops: (() => void)[] = [];
let country = 0;
beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  clearPrivateData();
  const home = { country: `A${String.fromCharCode(65 + (country += 1))}`, region: 'A-1' };
  me = await server.member({ ...home, gender: 'female' });
  [open, other] = [await server.member({ ...home, gender: 'male' }), await server.member({ ...home, gender: 'male' })];
  for (const liked of [open, other])
    await server.call('/api/like.php', { method: 'PUT', json: { id: liked.id }, as: me });
});
afterEach(async () => {
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  stops.forEach((stop) => stop());
  stops = [];
});

const suspend = (id: string) =>
  server.database.inTenant(site.id, (db) =>
    db.updateTable('account').set({ status: 'suspended' }).where('id', '=', id).execute(),
  );
const watch = (store: { listen(listener: () => void): () => void }): void =>
  void stops.push(store.listen(() => undefined));

type Listed = { readonly state: string; readonly profiles?: readonly { readonly id: string }[] };
const LISTS: Readonly<
  Record<string, { store: { get(): Listed; listen(each: () => void): () => void }; read: () => Promise<void> }>
> = {
  search: { store: $results, read: () => openSearch() },
  'match finder': { store: $fits, read: () => $fits.open({ place: 'region' }) },
  'members at signup': { store: $signupMatches, read: () => openSignupMatches() },
  'similar members': { store: $similar, read: () => openSimilar(open.id) },
  likes: { store: $likes, read: () => loadLikes() },
};
const idsOf = (list: Listed): string[] => (list.profiles ?? []).map(({ id }) => id);

describe.each(Object.entries(LISTS))('%s', (_, { store, read }) => {
  test('SA1 SA2 DB14: a member who blocks leaves the open list', async () => {
    watch(store);
    await read();
    expect(idsOf(store.get())).toContain(other.id);
    await block(server.database, site, other.id, me.id);
    dispatchLive({ type: 'block', profile: other.id });
    await eventually(() => expect(idsOf(store.get())).not.toContain(other.id));
    expect(store.get().state).not.toBe('failed');
  });

  test('DB14 LI5: a member who is suspended leaves the open list once a like or an opened profile finds no one', async () => {
    watch(store);
    await read();
    await suspend(other.id);
    await setLiked({ id: other.id } as MemberCard, true);
    expect($toasts.get().at(-1)?.code).toBe('not_found');
    await eventually(() => expect(idsOf(store.get())).not.toContain(other.id));
  });
});

test('DB14 ME6: on the way back from a profile that is gone the search is read again', async () => {
  await openSearch();
  await suspend(other.id);
  watch($member);
  await openMember(other.id);
  expect($member.get()).toEqual({ state: 'gone' });
  await openSearch();
  expect(idsOf($results.get())).toEqual([open.id]);
});

test('LI5 SA1: who was unliked here may stay in an open list, unless there is a block', async () => {
  watch($likes);
  await loadLikes();
  const { body } = await server.call('/api/member.php', { query: `id=${other.id}`, as: me });
  await setLiked(body['member'] as MemberCard, false);
  expect([...$unliked.get()]).toEqual([other.id]);
  await setLiked(body['member'] as MemberCard, true);
  expect([...$unliked.get()]).toEqual([]);
  await setLiked(body['member'] as MemberCard, false);
  dispatchLive({ type: 'block', profile: other.id });
  expect([...$unliked.get()]).toEqual([]);
});

test('DB14: only refusals about the member count, and a listener can be removed', () => {
  const heard: string[] = [];
  const stop = onAbsence((id) => void heard.push(id));
  for (const code of ['like_limit', 'internal', 'not_found', 'blocked', 'blocked_by_you']) noteRefusal(code, code);
  stop();
  noteRefusal('later', 'not_found');
  expect(heard).toEqual(['not_found', 'blocked', 'blocked_by_you']);
});
