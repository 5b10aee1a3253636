// Ends the session a browser had when it gets another one.
import type { BaseCtx } from '../context.ts';
import type { Db } from '../db/index.ts';
import { storeEventsNow, type StoredEvent } from '../live/hub.ts';
import { endSession } from './sessions.ts';

/** Tells its open tabs, too: they would go on hearing of somebody who left. Whoever only logs in `again` has not left. */
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
