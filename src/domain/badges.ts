// What the navigation counts: when the balance shows and how, and the count before the page's title (spec §2).
import { BADGE } from './limits.ts';

/** How the balance shows: not at all while there is enough, as a warning while there is some, as a danger at nothing. */
export function balanceTone(credits: number): 'amber' | 'danger' | null {
  if (credits > BADGE.creditsUpTo) return null;
  return credits > 0 ? 'amber' : 'danger';
}

/** The title with its count in front, in place of any count it had; no count when nothing waits. */
export function countedTitle(title: string, count: number): string {
  const baseTitle = title.replace(/^\(\d+\) /, '');
  return count > 0 ? `(${count}) ${baseTitle}` : baseTitle;
}
