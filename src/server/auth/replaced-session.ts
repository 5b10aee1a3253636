// Ends the previous session of a browser that gets a new one.
import type { BaseCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { storeEventsNow, type StoredEvent } from '../live/hub.ts';
import { endSession } from './sessions.ts';

/** Also logs out the session's open tabs. When the same member logs in again, the event carries `again`. */
export async function endReplacedSession(
  db: Db,
  { tenant, cookieHash }: BaseCtx,
  newAccount: string,
  now: Date,
): Promise<StoredEvent[]> {
  const account = cookieHash && (await endSession(db, tenant, cookieHash));
  if (!account) return [];
  const event = { type: 'logout', ...(account === newAccount ? { again: true as const } : {}) } as const;
  return storeEventsNow(db, tenant, now, [[event, { account, session: cookieHash }]]);
}
