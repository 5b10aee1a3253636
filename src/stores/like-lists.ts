// The lists of likes, with pending local changes applied. They are read once a page shows them, and from then on with the news of likes.
import { computed, onMount } from 'nanostores';
import { type LikeList, type Liker, likes, type Likes, SEEN_AT_ONCE } from '#contract/likes';
import { client } from '#lib/api';
import { applyPendingLikes, withOlder, withPage } from './like-pages.ts';
import { $likeNews, $pendingLikes, readListsToo } from './likes.ts';
import type { ResourceState } from './resource.ts';
import { createSubmit } from './submit.ts';

const api = client({ list: likes.list, more: likes.more, seen: likes.seen });

export type LikesState = ResourceState<Likes>;

/** The three lists, latest first. */
export const $likes = computed([$likeNews, $pendingLikes], (news, pending): LikesState => {
  if (news.state !== 'ready') return news;
  const { lists, stale } = news;
  if (!lists) return stale ? { state: 'failed', code: stale } : { state: 'loading' };
  return { state: 'ready', ...(stale ? { stale } : {}), ...applyPendingLikes(lists, pending) };
});

onMount($likes, () =>
  readListsToo(async () => {
    const newest = await api.list({});
    // What was shown may have grown meanwhile.
    return withOlder(newest, $likeNews.ready()?.lists ?? null, $pendingLikes.get());
  }),
);

/** Appends the next page of a list. */
export const createMoreLikes = (list: LikeList) =>
  createSubmit<void>(async () => {
    const cursor = $likeNews.ready()?.lists?.next[list];
    if (!cursor) return;
    const page = await api.more({ list, cursor });
    // Another page may have come meanwhile, or the list have begun anew.
    $likeNews.updater()(({ lists }) => (lists?.next[list] === cursor ? { lists: withPage(lists, list, page) } : {}));
  });

/** Marks likes as seen: those that were shown, since others may have come meanwhile. */
export function markSeen(ids: readonly string[]): void {
  const seen = new Set(ids);
  const without = (likers: readonly Liker[]): Liker[] =>
    likers.map((liker) => (seen.has(liker.id) ? { ...liker, like_new: false } : liker));
  $likeNews.updater()(({ lists, latest, new_likes: count }) => ({
    new_likes: Math.max(0, count - seen.size),
    latest: latest.filter(({ id }) => !seen.has(id)),
    lists: lists && { ...lists, liked_by: without(lists.liked_by), matches: without(lists.matches) },
  }));
  // If a call fails, the next list shows the likes as new again.
  for (let at = 0; at < ids.length; at += SEEN_AT_ONCE)
    void api.seen({ ids: ids.slice(at, at + SEEN_AT_ONCE) }).catch(() => undefined);
}
