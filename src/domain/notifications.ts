// Rules of notification mails: what is wanted until the member says otherwise, and how long mails wait for each other.
import type { NotificationType } from '#contract/notifications';

/** Advertising goes only to members who asked for it (decisions E13), and so do alerts of saved searches. */
const OPT_IN: readonly NotificationType[] = ['promotions', 'news', 'saved_searches'];

export const isWantedByDefault = (type: NotificationType): boolean => !OPT_IN.includes(type);

/**
 * `awayMinutes` without activity make a member away, and so old is the news that is mailed. `pauseMinutes` lie between
 * two mails about messages, or about likes. `reminderHours` is the age of an unread message that is reminded of.
 * An alert of a saved search tells of members of the last `newForDays`.
 * Members away for `forgottenDays` get no updates or reminders. A new profile is reminded of after `profileDays`, until
 * `profileUntilDays`.
 */
export const NOTIFICATION = {
  awayMinutes: 10,
  pauseMinutes: 60,
  reminderHours: 24,
  updateDays: 7,
  newForDays: 7,
  forgottenDays: 90,
  profileDays: 3,
  profileUntilDays: 30,
} as const;
