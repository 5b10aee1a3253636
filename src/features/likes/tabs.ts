// The three tabs of the likes page.
import type { LikeList } from '#contract/likes';
import { LIKES } from '#domain/limits';
import { formatNumber } from '#lib/i18n';

export type Tab = LikeList;
export const TABS: readonly Tab[] = ['received', 'sent', 'matches'];
export const isTab = (value: string | undefined): value is Tab => TABS.some((tab) => tab === value);

/** How many a list has, exactly up to the cap. */
export const totalText = (total: number): string =>
  total > LIKES.countCap ? `${formatNumber(LIKES.countCap)}+` : formatNumber(total);
