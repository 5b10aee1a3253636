// The latest new match; the match dialog shows it until it is closed.
import { atom } from 'nanostores';
import type { MemberCard } from '#contract/members';

export const $match = atom<MemberCard | null>(null);
/** A match arrives both with the response to a like and with the next list; it is announced once. */
const announced = new Set<string>();

export function showMatch(card: MemberCard): void {
  if (announced.has(card.id)) return;
  announced.add(card.id);
  $match.set(card);
}

export const closeMatch = (): void => $match.set(null);
