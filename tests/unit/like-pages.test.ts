// The lists of likes as a page holds them: pages behind the newest one, changes that the server does not know yet, and their places.
import { expect, test } from 'vitest';
import type { Liker, Likes } from '#contract/likes';
import { applyPendingLikes, type PendingLike, withOlder, withPage } from '#stores/like-pages';
import { stablePeople } from '../../src/features/likes/stable-people.ts';

const liker = (id: string, match = false): Liker => ({ id, match, like_new: false }) as Liker;
const likers = (ids: string): Liker[] => [...ids].map((id) => liker(id));
const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join('');
/** Lists whose received likes are these. */
const received = (ids: string, next: string | null): Likes => ({
  ...{ profiles: [], liked_by: likers(ids), matches: [] },
  totals: { received: ids.length, sent: 0, matches: 0 },
  next: { received: next, sent: null, matches: null },
});
const pendingOf = (liked: string, unliked = ''): ReadonlyMap<string, PendingLike> =>
  new Map(
    [...liked, ...unliked].map(
      (id) => [id, { card: liker(id), isLiked: liked.includes(id), sinceRequest: 1 }] as const,
    ),
  );
const none = pendingOf('');

test('LI6 DE107: the newest page comes before the older ones that were shown, each member once', () => {
  const shown = withPage(received('abc', 'behind c'), 'received', { profiles: likers('cdef'), next: 'behind f' });
  expect([idsOf(shown.liked_by), shown.next.received]).toEqual(['abcdef', 'behind f']);
  const read = (newest: Likes): readonly [string, string | null] => {
    const { liked_by: all, next } = withOlder(newest, shown, none);
    return [idsOf(all), next.received];
  };
  expect(read(received('nab', 'behind b'))).toEqual(['nabcdef', 'behind f']);
  // The last one of the page was taken back, and the next moved up.
  expect(read(received('abd', 'behind d'))).toEqual(['abdef', 'behind f']);
  // So many came that none of the page was shown.
  expect(read(received('xyz', 'behind z'))).toEqual(['xyz', 'behind z']);
  expect(read(received('ab', null))).toEqual(['ab', null]);
  expect(read(received('def', 'behind f'))).toEqual(['def', 'behind f']);
});

test('LI5 LI6: pending likes are in front and counted, and unlikes leave their lists, also behind the newest page', () => {
  const lists: Likes = {
    ...{ profiles: likers('abc'), liked_by: likers('bx'), matches: [liker('b', true)] },
    totals: { received: 2, sent: 1001, matches: 1 },
    next: { received: null, sent: 'behind c', matches: null },
  };
  const changed = applyPendingLikes(lists, pendingOf('yx', 'b'));
  expect([idsOf(changed.profiles), idsOf(changed.matches)]).toEqual(['xyac', 'x']);
  expect(changed.liked_by.map(({ id, match }) => [id, match])).toEqual([
    ['b', false],
    ['x', true],
  ]);
  expect(changed.totals).toEqual({ received: 2, sent: 1002, matches: 1 });
  const newest = { ...lists, profiles: likers('a'), next: { ...lists.next, sent: 'behind a' } };
  expect(idsOf(withOlder(newest, lists, pendingOf('', 'b')).profiles)).toEqual('ac');
});

test('LI6: in a list that changes no card moves: new ones come first, those of a further page last', () => {
  const stable = (shown: string, people: string, unliked = ''): string =>
    idsOf(stablePeople(likers(shown), likers(people), new Set(unliked)));
  expect(stable('abc', 'nabcde')).toBe('nabcde');
  expect(stable('abc', 'ac', 'b')).toBe('abc');
  expect(stable('abc', 'ac')).toBe('ac');
  // Liked again, it stands first on the server.
  expect(stable('abc', 'bac', 'b')).toBe('abc');
  expect(stable('a', 'n', 'a')).toBe('na');
  expect(stable('', 'ab')).toBe('ab');
});
