// Likes that were new when they were shown: the mark stays until the member leaves the page.
import { atom } from 'nanostores';
import type { Liker } from '#contract/likes';
import { isPageHidden, oncePageVisible } from '#lib/visibility';
import { $likes, markSeen } from './likes.ts';

export const $newlySeen = atom<ReadonlySet<string>>(new Set());
/** Which likes are on screen: none, all that were received, or the matches. */
let shown: ((liker: Liker) => boolean) | null = null;

/** Says which likes are on screen; what is new among them has been seen once somebody looks at the page. */
export function showLikes(which: (liker: Liker) => boolean): void {
  shown = which;
  if (isPageHidden()) oncePageVisible(see);
  else see();
}

/** Nothing of it is on screen any more, and nothing is marked as new. */
export function hideLikes(): void {
  shown = null;
  $newlySeen.set(new Set());
}

function see(): void {
  const all = $likes.get();
  if (!shown || all.state !== 'ready') return;
  const fresh = all.liked_by.filter(({ like_new: isNew }) => isNew);
  const seen = fresh.filter(shown).map(({ id }) => id);
  if (seen.length === 0) return;
  $newlySeen.set(new Set([...$newlySeen.get(), ...seen]));
  markSeen(seen, seen.length === fresh.length);
}
