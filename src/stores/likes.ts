// What every page of the members area shows of likes: how many are new, and who the member likes; kept current by live events.
import { atom, computed, onMount } from 'nanostores';
import { likes, type LikeNews, type Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { onAbsence } from './absent.ts';
import { coalesce } from './coalesce.ts';
import type { PendingLike } from './like-pages.ts';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { showMatches } from './match.ts';
import { startPolling } from './poll.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { isSessionOver } from './session.ts';

const api = client({ news: likes.news });

export const $pendingLikes = atom<ReadonlyMap<string, PendingLike>>(new Map());
/** Reads the lists too (src/stores/like-lists.ts), once a page has shown them; both are then of the same moment. */
type ReadLists = () => Promise<Likes>;
let readLists: ReadLists | null = null;
onSessionEnd(() => $pendingLikes.set(new Map()));

interface Answer extends LikeNews {
  readonly lists: Likes | null;
  readonly requestNumber: number;
}

let requestCount = 0;
export const $likeNews = createResource({
  load: async (_: void, isLatest): Promise<Answer> => {
    const requestNumber = (requestCount += 1);
    const [news, lists] = await Promise.all([api.news({}), readLists?.() ?? null]);
    const before = $likeNews.ready();
    if (isLatest() && before) announceNewMatches(before, news);
    return { ...news, lists, requestNumber };
  },
});

/** Received likes that the member has not seen (requirement LI7); 0 until they are known. */
export const $newLikes = computed($likeNews, (answer) => (answer.state === 'ready' ? answer.new_likes : 0));
/** Members whose like has not been seen; of many the latest. */
export const $newLikers = computed(
  $likeNews,
  (answer): ReadonlySet<string> => new Set(answer.state === 'ready' ? answer.latest.map(({ id }) => id) : []),
);
/** Whether a member is liked, by id; a missing id is not liked or not known yet. */
export const $liked = computed([$likeNews, $pendingLikes], (answer, pending): ReadonlyMap<string, boolean> => {
  const given = answer.state === 'ready' ? answer.liked.map((id) => [id, true] as const) : [];
  return new Map([...given, ...[...pending].map(([id, { isLiked }]) => [id, isLiked] as const)]);
});

/** Loads what is shown of likes and drops the pending changes that it includes. */
export async function loadLikes(): Promise<void> {
  if (isSessionOver()) return;
  await $likeNews.reload();
  const answer = $likeNews.ready();
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

/** Shows the match dialog for new mutual likes that were not among the latest before. */
function announceNewMatches(before: LikeNews, next: LikeNews): void {
  const isMatch = (id: string, isMutual: boolean): boolean => $pendingLikes.get().get(id)?.isLiked ?? isMutual;
  const known = new Set(before.latest.filter(({ id, match }) => isMatch(id, match)).map(({ id }) => id));
  showMatches(next.latest.filter(({ id, match }) => isMatch(id, match) && !known.has(id)));
}

onMount($likeNews, () => {
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

export function readListsToo(read: ReadLists): void {
  if (readLists) return;
  readLists = read;
  void loadLikes();
}
