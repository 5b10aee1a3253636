// Unsubscribing by a mailed link, without a session.
import type { EmittedEvent } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { storeEventsNow } from '../../live/hub.ts';
import type { Services } from '../../services.ts';
import { disableMails, setWanted } from './choices.ts';
import { subscriptionOf, type Subscription } from './unsubscribe-token.ts';

/** Switches off the token's types, or stops all mails. False for a token that is not ours; repeating it changes nothing. */
export async function unsubscribe(
  { database, hub, now }: Pick<Services, 'database' | 'hub' | 'now'>,
  tenant: number,
  token: string,
  isForAll: boolean,
): Promise<boolean> {
  const done = await database.inTenant(tenant, async (db) => {
    const subscription = await subscriptionOf(db, tenant, token);
    if (!subscription) return null;
    // The link alone does not tell whether the account still exists.
    if (!(await exists(db, tenant, subscription))) return [];
    const { account, types } = subscription;
    if (isForAll) await disableMails(db, tenant, 'listunsubscribe', { account });
    else for (const type of types) await setWanted(db, { tenant, account, type, wanted: false }, now());
    const event: EmittedEvent = [{ type: 'user' }, { account }];
    return storeEventsNow(db, tenant, now(), [event]);
  });
  hub.publish(done ?? []);
  return done !== null;
}

async function exists(db: Db, tenant: number, { account }: Subscription): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
