// The latest new match, and a like that is shown by itself; the dialog shows them until it is closed.
import { atom, computed } from 'nanostores';
import type { MemberCard } from '#contract/members';

export const $match = atom<MemberCard | null>(null);
/** Whose like is shown (src/stores/auto-like.ts). */
export const $newLike = atom<MemberCard | null>(null);
/** Whether there is anything to show. */
export const $hasLikeNews = computed([$match, $newLike], (match, like) => match !== null || like !== null);
/** A match arrives both with the response to a like and with the next list; it is announced once. */
const announced = new Set<string>();

export function showMatch(card: MemberCard): void {
  if (announced.has(card.id)) return;
  announced.add(card.id);
  $match.set(card);
}

export const closeNewLike = (): void => $newLike.set(null);
export const closeMatch = (): void => $match.set(null);
