// Badges of the navigation: the balance and the count in the page title (requirements SH11, SH16).
import { BADGE } from './limits.ts';

/** Tone of the balance: null while it is sufficient, `amber` when it is low, `danger` at zero. */
export function balanceTone(credits: number): 'amber' | 'danger' | null {
  if (credits > BADGE.creditsUpTo) return null;
  return credits > 0 ? 'amber' : 'danger';
}

/** The title with `count` in front, replacing a previous count; no count when it is 0. */
export function countedTitle(title: string, count: number): string {
  const baseTitle = title.replace(/^\(\d+\) /, '');
  return count > 0 ? `(${count}) ${baseTitle}` : baseTitle;
}
