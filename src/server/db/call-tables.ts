// Kysely types of the tables about calls: limits per day, stored answers and live events.
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { LiveEvent } from '#contract/events';
import type { Defaulted } from './tables.ts';

/** How often something happened on a day, for limits per day. */
export interface DailyCountTable {
  tenant: number;
  key: string;
  day: string;
  count: number;
}

/** Which profiles a member opened on a day, so that opening one twice counts once. */
export interface VisitTable {
  tenant: number;
  account: string;
  profile: string;
  day: string;
}

/**
 * Answers given to calls that carried an Idempotency-Key, partitioned by `day` (UTC). `caller` is an account, or for all visitors
 * the nil UUID: their `key` is hashed together with their address.
 */
export interface IdempotencyTable {
  tenant: number;
  caller: string;
  route: string;
  key: string;
  day: string;
  body_hash: Uint8Array;
  status: number;
  body: string | null;
}

/** Live events, partitioned by the day of `at` (UTC) and kept a day so that a connection can resume. `session` narrows one to the tabs of one login. */
export interface EventTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  session: Uint8Array | null;
  body: JSONColumnType<LiveEvent>;
  at: Defaulted<Date>;
}
