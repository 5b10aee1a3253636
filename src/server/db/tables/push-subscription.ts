// Where a login's browser takes pushes, with the keys that encrypt them. All up to `pushed_at` was told, or came before it subscribed; until
// `claimed_until` a job is sending. A device that is `gone` gets none: its row keeps what the member chose for it.
import { hidden, own, OWNER, plain, SECRET } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface PushSubscriptionTable {
  tenant: number;
  session: Uint8Array;
  account: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  details: Defaulted<boolean>;
  discreet: Defaulted<boolean>;
  pushed_at: Date;
  claimed_until: Defaulted<Date | null>;
  gone: Defaulted<boolean>;
  /** When it was first not reached, of all times since the last push that was. */
  failing_since: Defaulted<Date | null>;
}

export const pushSubscription = table<PushSubscriptionTable>()({
  // Ends with its session.
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'claimed_until', 'gone', 'failing_since'),
    ...own('details', 'discreet', 'pushed_at'),
    ...hidden('With it anyone can send to the device.', 'endpoint', 'p256dh', 'auth'),
    ...hidden(SECRET, 'session'),
    ...hidden(OWNER, 'account'),
  },
});
