// Who likes whom, as the server tells it with what was pressed here laid over it; follows the live events.
import { atom, computed, onMount } from 'nanostores';
import { likes, type Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { showMatch } from './match.ts';
import { startPolling } from './poll.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isSessionOver } from './session.ts';

const api = client({ list: likes.list, seen: likes.seen });

export type LikesState = ResourceState<Likes>;

/** A like given or taken back here. `since` counts the lists asked for: from that one on, they know of it. */
export interface Press {
  readonly card: MemberCard;
  readonly isLiked: boolean;
  readonly since: number | null;
}

const $presses = atom<ReadonlyMap<string, Press>>(new Map());
onSessionEnd(() => $presses.set(new Map()));

let asked = 0;
const $answer = createResource({
  load: async (_: void, isLatest): Promise<Likes & { turn: number }> => {
    const turn = (asked += 1);
    const answer = await api.list();
    if (isLatest()) tellNewMatch(withPresses(answer, $presses.get()));
    return { ...answer, turn };
  },
});

/** Both lists, newest first. Loaded when somebody first looks, which the navigation does on every members page. */
export const $likes = computed([$answer, $presses], (answer, presses): LikesState =>
  answer.state === 'ready' ? { ...answer, ...withPresses(answer, presses) } : answer,
);
/** Likes the member has not seen yet (requirement LI7); nothing while they are not known. */
export const $newLikes = computed($likes, (all) =>
  all.state === 'ready' ? all.liked_by.filter(({ like_new: isNew }) => isNew).length : 0,
);
/** Whom the member likes, by id; one that is not named here is not liked, or not known yet. */
export const $liked = computed([$likes, $presses], (all, presses): ReadonlyMap<string, boolean> => {
  const given = all.state === 'ready' ? all.profiles.map(({ id }) => [id, true] as const) : [];
  return new Map([...given, ...[...presses].map(([id, { isLiked }]) => [id, isLiked] as const)]);
});

/** Loads both lists, and forgets the presses that the shown ones know of. */
export async function loadLikes(): Promise<void> {
  if (isSessionOver()) return;
  await $answer.reload();
  const answer = $answer.ready();
  if (!answer) return;
  const isUnknown = ({ since }: Press): boolean => since === null || since > answer.turn;
  $presses.set(new Map([...$presses.get()].filter(([, press]) => isUnknown(press))));
}

/** Keeps what was pressed until the lists know of it; `isKnown` says that the server does. */
export function savePress(card: MemberCard, isLiked: boolean, isKnown: boolean): void {
  const since = isKnown ? asked + 1 : null;
  $presses.set(new Map($presses.get()).set(card.id, { card, isLiked, since }));
}

/** What is pressed for that member and not yet in the lists. */
export const pressOf = (id: string): Press | null => $presses.get().get(id) ?? null;

/** Forgets what was pressed: the server refused it. */
export function clearPress(id: string): void {
  $presses.set(new Map([...$presses.get()].filter(([each]) => each !== id)));
}

/** Says that these likes were seen; all of them need one call. */
export function markSeen(ids: readonly string[], areAll = false): void {
  const seen = new Set(ids);
  $answer.updater()(({ liked_by: likers }) => ({
    liked_by: likers.map((liker) => (seen.has(liker.id) ? { ...liker, like_new: false } : liker)),
  }));
  const calls = areAll && ids.length > 1 ? [{}] : ids.map((id) => ({ id }));
  // One that fails is new again with the next list.
  for (const call of calls) void api.seen(call).catch(() => undefined);
}

/** Newest first: what was pressed last stands before what the server knows. */
function withPresses({ profiles, liked_by: likedBy }: Likes, presses: ReadonlyMap<string, Press>): Likes {
  const known = new Set(profiles.map(({ id }) => id));
  const added = [...presses.values()].filter(({ card, isLiked }) => isLiked && !known.has(card.id)).reverse();
  return {
    profiles: [...added.map(({ card }) => card), ...profiles.filter(({ id }) => presses.get(id)?.isLiked !== false)],
    liked_by: likedBy.map((liker) => ({ ...liker, match: presses.get(liker.id)?.isLiked ?? liker.match })),
  };
}

/** Somebody liked back: new, mutual, and not so a moment ago. */
function tellNewMatch(next: Likes): void {
  const before = $likes.get();
  if (before.state !== 'ready') return;
  const had = new Set(before.liked_by.filter(({ match }) => match).map(({ id }) => id));
  const found = next.liked_by.find(({ id, match, like_new: isNew }) => match && isNew && !had.has(id));
  if (found) showMatch(found);
}

onMount($answer, () => {
  void loadLikes();
  const stops = [
    onLive('like', () => void loadLikes()),
    onLiveOpen(() => void loadLikes()),
    startPolling(() => ($isLive.get() ? Promise.resolve() : loadLikes())),
  ];
  return () => stops.forEach((stop) => stop());
});
