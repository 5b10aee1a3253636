// Marks visible new likes as seen; their "new" mark stays until the member leaves the page.
import { atom } from 'nanostores';
import type { Liker, Likes } from '#contract/likes';
import { isPageHidden, oncePageVisible } from '#lib/visibility';
import { $likes, markSeen } from './like-lists.ts';

export const $newlySeen = atom<ReadonlySet<string>>(new Set());
/** Selects the likes on screen; null when the page is closed. */
let shown: ((lists: Likes) => readonly Liker[]) | null = null;

/** Sets which likes are on screen. New ones are marked as seen once the page is visible. */
export function showLikes(which: (lists: Likes) => readonly Liker[]): void {
  shown = which;
  if (isPageHidden()) oncePageVisible(markShownAsSeen);
  else markShownAsSeen();
}

/** To be called when the page is closed. */
export function hideLikes(): void {
  shown = null;
  $newlySeen.set(new Set());
}

function markShownAsSeen(): void {
  const all = $likes.get();
  if (!shown || all.state !== 'ready') return;
  const seen = shown(all).flatMap(({ id, like_new: isNew }) => (isNew ? [id] : []));
  if (seen.length === 0) return;
  $newlySeen.set(new Set([...$newlySeen.get(), ...seen]));
  markSeen(seen);
}
