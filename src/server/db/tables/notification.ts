// Of a member and a type of notification: whether its mails are `wanted` and its pushes `push_wanted` (null is the default), and when a mail was last sent.
import type { NotificationType } from '#contract/notifications';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface NotificationTable {
  tenant: number;
  account: string;
  type: NotificationType;
  wanted: Defaulted<boolean | null>;
  push_wanted: Defaulted<boolean | null>;
  chosen_at: Defaulted<Date | null>;
  sent_at: Defaulted<Date | null>;
}

export const notification = table<NotificationTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('type', 'wanted', 'push_wanted', 'chosen_at', 'sent_at'),
    ...hidden(OWNER, 'account'),
  },
});
