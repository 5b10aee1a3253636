// Kysely types of the tables for notification mails and pushes.
import type { JSONColumnType } from 'kysely';
import type { NotificationType } from '#contract/notifications';
import type { Defaulted } from './tables.ts';

/** One type and a member: whether its mails are `wanted` and its pushes `push_wanted` (null is the default), and when a mail was last sent. */
export interface NotificationTable {
  tenant: number;
  account: string;
  type: NotificationType;
  wanted: Defaulted<boolean | null>;
  push_wanted: Defaulted<boolean | null>;
  chosen_at: Defaulted<Date | null>;
  sent_at: Defaulted<Date | null>;
}

/** A mail that the operator sends to all who want its type; `texts` by language. */
export interface MailingTable {
  tenant: number;
  id: string;
  type: 'promotions' | 'news';
  texts: JSONColumnType<Readonly<Record<string, string>>>;
  created_at: Date;
}

/** Until when messages and likes have been looked at for mails. */
export interface NotificationSweepTable {
  tenant: number;
  swept_to: Date;
}

/** Where a login's browser takes pushes, with the keys that encrypt them. `pushed_at` is when it last got one, or subscribed. */
export interface PushSubscriptionTable {
  tenant: number;
  session: Uint8Array;
  account: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  details: Defaulted<boolean>;
  pushed_at: Date;
}
