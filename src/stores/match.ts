// The member one has just turned out to like each other with; the match dialog shows it until it is closed.
import { atom } from 'nanostores';
import type { MemberCard } from '#contract/members';

export const $match = atom<MemberCard | null>(null);
/** The answer to a like and the list that follows both know of a match; it is told once. */
const told = new Set<string>();

export function showMatch(card: MemberCard): void {
  if (told.has(card.id)) return;
  told.add(card.id);
  $match.set(card);
}

export const closeMatch = (): void => $match.set(null);
