// Live events, kept a day so that a connection can resume.
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { LiveEvent } from '#contract/events';
import { hidden, plain, SHORT } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

/** Partitioned by the day of `at` (UTC). `session` narrows an event to the tabs of one login. */
export interface EventTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  session: Uint8Array | null;
  body: JSONColumnType<LiveEvent>;
  at: Defaulted<Date>;
}

export const event = table<EventTable>()({
  retention: { partitions: 'day', keepDays: 1 },
  owners: ['account'],
  columns: { ...plain('tenant', 'id', 'at'), ...hidden(SHORT, 'account', 'session', 'body') },
});
