// The member's likes: the server's lists with pending local changes applied, kept current by live events.
import { atom, computed, onMount } from 'nanostores';
import { likes, type Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { onAbsence } from './absent.ts';
import { coalesce } from './coalesce.ts';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { showMatch } from './match.ts';
import { startPolling } from './poll.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isSessionOver } from './session.ts';

const api = client({ list: likes.list, seen: likes.seen });

export type LikesState = ResourceState<Likes>;

/** A local like or unlike. Lists from request number `sinceRequest` on include it; null until the server has confirmed it. */
export interface PendingLike {
  readonly card: MemberCard;
  readonly isLiked: boolean;
  readonly sinceRequest: number | null;
}

const $pendingLikes = atom<ReadonlyMap<string, PendingLike>>(new Map());
onSessionEnd(() => $pendingLikes.set(new Map()));

let requestCount = 0;
const $answer = createResource({
  load: async (_: void, isLatest): Promise<Likes & { requestNumber: number }> => {
    const requestNumber = (requestCount += 1);
    const answer = await api.list();
    if (isLatest()) announceNewMatch(applyPendingLikes(answer, $pendingLikes.get()));
    return { ...answer, requestNumber };
  },
});

/** Both lists, newest first. Loaded on first subscription; the navigation subscribes on every members page. */
export const $likes = computed([$answer, $pendingLikes], (answer, pending): LikesState =>
  answer.state === 'ready' ? { ...answer, ...applyPendingLikes(answer, pending) } : answer,
);
/** Received likes that the member has not seen (requirement LI7); 0 until the lists have loaded. */
export const $newLikes = computed($likes, (all) =>
  all.state === 'ready' ? all.liked_by.filter(({ like_new: isNew }) => isNew).length : 0,
);
/** Whether a member is liked, by id; a missing id is not liked or not known yet. */
export const $liked = computed([$likes, $pendingLikes], (all, pending): ReadonlyMap<string, boolean> => {
  const given = all.state === 'ready' ? all.profiles.map(({ id }) => [id, true] as const) : [];
  return new Map([...given, ...[...pending].map(([id, { isLiked }]) => [id, isLiked] as const)]);
});

/** Loads both lists and drops the pending changes that they include. */
export async function loadLikes(): Promise<void> {
  if (isSessionOver()) return;
  await $answer.reload();
  const answer = $answer.ready();
  if (!answer) return;
  const isUnknown = ({ sinceRequest }: PendingLike): boolean =>
    sinceRequest === null || sinceRequest > answer.requestNumber;
  $pendingLikes.set(new Map([...$pendingLikes.get()].filter(([, like]) => isUnknown(like))));
}

/** Keeps a change until the lists include it; `isKnown` means that the server has confirmed it. */
export function savePendingLike(card: MemberCard, isLiked: boolean, isKnown: boolean): void {
  const sinceRequest = isKnown ? requestCount + 1 : null;
  $pendingLikes.set(new Map($pendingLikes.get()).set(card.id, { card, isLiked, sinceRequest }));
}

export const findPendingLike = (id: string): PendingLike | null => $pendingLikes.get().get(id) ?? null;

/** Rolls back a change that the server refused. */
export function clearPendingLike(id: string): void {
  $pendingLikes.set(new Map([...$pendingLikes.get()].filter(([each]) => each !== id)));
}

/** Marks likes as seen; `areAll` saves calls, since one without an id covers all of them. */
export function markSeen(ids: readonly string[], areAll = false): void {
  const seen = new Set(ids);
  $answer.updater()(({ liked_by: likers }) => ({
    liked_by: likers.map((liker) => (seen.has(liker.id) ? { ...liker, like_new: false } : liker)),
  }));
  const calls = areAll && ids.length > 1 ? [{}] : ids.map((id) => ({ id }));
  // If the call fails, the next list shows the like as new again.
  for (const call of calls) void api.seen(call).catch(() => undefined);
}

/** Newest first: pending likes before those of the server. */
function applyPendingLikes({ profiles, liked_by: likedBy }: Likes, pending: ReadonlyMap<string, PendingLike>): Likes {
  const known = new Set(profiles.map(({ id }) => id));
  const added = [...pending.values()].filter(({ card, isLiked }) => isLiked && !known.has(card.id)).reverse();
  return {
    profiles: [...added.map(({ card }) => card), ...profiles.filter(({ id }) => pending.get(id)?.isLiked !== false)],
    liked_by: likedBy.map((liker) => ({ ...liker, match: pending.get(liker.id)?.isLiked ?? liker.match })),
  };
}

/** Shows the match dialog for a new mutual like that was not in the previous list. */
function announceNewMatch(next: Likes): void {
  const before = $likes.get();
  if (before.state !== 'ready') return;
  const previousMatches = new Set(before.liked_by.filter(({ match }) => match).map(({ id }) => id));
  const found = next.liked_by.find(({ id, match, like_new: isNew }) => match && isNew && !previousMatches.has(id));
  if (found) showMatch(found);
}

onMount($answer, () => {
  // Likes may come many at a time.
  const reload = coalesce(loadLikes);
  void reload();
  const stops = [
    onLive('like', () => void reload()),
    onAbsence(() => void reload()),
    onLiveOpen(() => void reload()),
    startPolling(() => ($isLive.get() ? Promise.resolve() : reload())),
  ];
  return () => stops.forEach((stop) => stop());
});
