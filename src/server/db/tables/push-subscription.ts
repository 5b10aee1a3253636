// Where a login's browser takes pushes, with the keys that encrypt them. `pushed_at` is when it last got one, or subscribed; until
// `claimed_until` a job is sending one.
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
}

export const pushSubscription = table<PushSubscriptionTable>()({
  // Ends with its session.
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'claimed_until'),
    ...own('details', 'discreet', 'pushed_at'),
    ...hidden('With it anyone can send to the device.', 'endpoint', 'p256dh', 'auth'),
    ...hidden(SECRET, 'session'),
    ...hidden(OWNER, 'account'),
  },
});
