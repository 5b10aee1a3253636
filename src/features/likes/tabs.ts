// The three tabs of the likes page and their lists.
import type { Liker, Likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';

export const TABS = ['received', 'sent', 'matches'] as const;
export type Tab = (typeof TABS)[number];
export const isTab = (value: string | undefined): value is Tab => TABS.some((tab) => tab === value);

export const isMatch = ({ match }: Liker): boolean => match;

/** The members of a list, newest first. */
export function peopleOf(tab: Tab, { profiles, liked_by: likedBy }: Likes): readonly MemberCard[] {
  if (tab === 'sent') return profiles;
  return tab === 'matches' ? likedBy.filter(isMatch) : likedBy;
}
