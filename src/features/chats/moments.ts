// Date and time labels of messages, shorter for recent ones.
import { DAY_MS } from '#domain/durations';
import { formatDay, formatMoment, t } from '#lib/i18n';
import { now } from '#lib/clock';

/** The day of a moment, as the time at which it begins. */
export const dayOf = (moment: Date | string): number => new Date(moment).setHours(0, 0, 0, 0);
/** Calendar days between the moment and today. */
const daysAgo = (moment: string): number => Math.round((dayOf(now()) - dayOf(moment)) / DAY_MS);

export const timeOf = (moment: string): string => formatMoment(moment, { hour: '2-digit', minute: '2-digit' });

/** For the list: the time today, the weekday within a week, else the date. */
export function shortMoment(moment: string): string {
  const days = daysAgo(moment);
  if (days <= 0) return timeOf(moment);
  return formatMoment(moment, days < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' });
}

/** For the date lines of a conversation. */
export function dayLabel(moment: string): string {
  const days = daysAgo(moment);
  if (days <= 0) return t('chats:today');
  return days === 1 ? t('chats:yesterday') : formatDay(moment);
}
