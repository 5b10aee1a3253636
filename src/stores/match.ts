// New matches, one after the other, and a like that is shown by itself; the dialog shows each until it is closed.
import { atom, computed } from 'nanostores';
import type { MemberCard } from '#contract/members';
import { onSessionEnd } from './private-data.ts';

export const $match = atom<MemberCard | null>(null);
/** Whose like is shown (src/stores/auto-like.ts). */
export const $newLike = atom<MemberCard | null>(null);
/** Whether there is anything to show. */
export const $hasLikeNews = computed([$match, $newLike], (match, like) => match !== null || like !== null);
/** A match arrives both with the response to a like and with the next list; it is announced once. */
const announced = new Set<string>();
/** Matches that came while another one was shown. */
let waiting: readonly MemberCard[] = [];
onSessionEnd(() => {
  announced.clear();
  waiting = [];
  $match.set(null);
});

export function showMatches(cards: readonly MemberCard[]): void {
  const fresh = cards.filter(({ id }) => !announced.has(id));
  for (const { id } of fresh) announced.add(id);
  waiting = [...waiting, ...fresh];
  if ($match.get() === null) closeMatch();
}
export const showMatch = (card: MemberCard): void => showMatches([card]);

export const closeNewLike = (): void => $newLike.set(null);
/** Shows the next one, if there is one. */
export function closeMatch(): void {
  const [next = null, ...rest] = waiting;
  waiting = rest;
  $match.set(next);
}

/** Takes the dialog away while the page changes. */
export function pauseMatches(): void {
  const shown = $match.get();
  if (shown) waiting = [shown, ...waiting];
  $match.set(null);
}
export function resumeMatches(): void {
  if ($match.get() === null) closeMatch();
}
