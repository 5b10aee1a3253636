// What the lists of likes are made of: the newest pages, older ones behind them, and changes that the server does not know yet.
import type { LikeList, Liker, Likes, LikesPage } from '#contract/likes';
import type { MemberCard } from '#contract/members';

/** A local like or unlike. Answers from request number `sinceRequest` on include it; null until the server has confirmed it. */
export interface PendingLike {
  readonly card: MemberCard;
  readonly isLiked: boolean;
  readonly sinceRequest: number | null;
}
type Pending = ReadonlyMap<string, PendingLike>;

/** Where each list stands in the answer. */
const PLACE = { received: 'liked_by', sent: 'profiles', matches: 'matches' } as const satisfies Record<
  LikeList,
  keyof Likes
>;

/** The members of a list, latest first. */
export const peopleOf = (lists: Likes, list: LikeList): readonly MemberCard[] => lists[PLACE[list]];

/** Latest first: pending likes before those of the server. */
export function applyPendingLikes(lists: Likes, pending: Pending): Likes {
  const likers = new Map(lists.liked_by.map((liker) => [liker.id, liker]));
  const given = withPending(lists.profiles, pending, ({ card }) => ({ ...card, match: likers.has(card.id) }));
  const matched = withPending(lists.matches, pending, ({ card: { id } }) => likers.get(id) ?? null);
  return {
    ...lists,
    profiles: given.people,
    liked_by: lists.liked_by.map((liker) => ({ ...liker, match: pending.get(liker.id)?.isLiked ?? liker.match })),
    matches: matched.people.map((liker) => ({ ...liker, match: true })),
    totals: {
      ...lists.totals,
      sent: lists.totals.sent + given.change,
      matches: lists.totals.matches + matched.change,
    },
  };
}

/** A list with those who were liked in front and without those who were unliked, and by how many it grew. */
function withPending<Person extends MemberCard>(
  people: readonly Person[],
  pending: Pending,
  personOf: (like: PendingLike) => Person | null,
): { readonly people: Person[]; readonly change: number } {
  const known = new Set(people.map(({ id }) => id));
  const added = [...pending.values()].flatMap((like) => {
    const person = like.isLiked && !known.has(like.card.id) ? personOf(like) : null;
    return person ? [person] : [];
  });
  const kept = people.filter(({ id }) => pending.get(id)?.isLiked !== false);
  return { people: [...added.reverse(), ...kept], change: added.length + kept.length - people.length };
}

/** The newest pages before what was shown behind them, in which unlikes are carried out since no one reads it again. */
export function withOlder(newest: Likes, shown: Likes | null, pending: Pending): Likes {
  if (!shown) return newest;
  const current = applyPendingLikes(shown, pending);
  const received = older(newest.liked_by, current.liked_by);
  const sent = older(newest.profiles, current.profiles);
  const matches = older(newest.matches, current.matches);
  const nextOf = (list: LikeList, behind: readonly MemberCard[]): string | null =>
    newest.next[list] !== null && behind.length > 0 ? shown.next[list] : newest.next[list];
  return {
    ...newest,
    liked_by: [...newest.liked_by, ...(newest.next.received === null ? [] : received)],
    profiles: [...newest.profiles, ...(newest.next.sent === null ? [] : sent)],
    matches: [...newest.matches, ...(newest.next.matches === null ? [] : matches)],
    next: { received: nextOf('received', received), sent: nextOf('sent', sent), matches: nextOf('matches', matches) },
  };
}

/** Those who stood behind the last one of a page; no one when the page has none of them. */
function older<Person extends MemberCard>(page: readonly Person[], shown: readonly Person[]): Person[] {
  const ids = new Set(page.map(({ id }) => id));
  const end = shown.findLastIndex(({ id }) => ids.has(id));
  return end === -1 ? [] : shown.slice(end + 1);
}

/** The lists with one more page of one of them. Who moved from one page to the next is listed once. */
export function withPage(lists: Likes, list: LikeList, { profiles, next }: LikesPage): Likes {
  const known = new Set(peopleOf(lists, list).map(({ id }) => id));
  const fresh: Liker[] = profiles.filter(({ id }) => !known.has(id));
  return { ...lists, [PLACE[list]]: [...lists[PLACE[list]], ...fresh], next: { ...lists.next, [list]: next } };
}
