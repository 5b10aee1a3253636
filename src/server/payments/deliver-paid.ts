// Delivers held messages in the transaction of a purchase, with a job as fallback.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { EmittedEvent } from '../context.ts';
import type { Db } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import { storeEventsNow } from '../live/hub.ts';
import { deliverHeld } from '../modules/chats/held-messages.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import type { ReportServices } from './process-report.ts';

/**
 * Runs in the purchase's transaction, so that no later message overtakes held ones, but at a savepoint, so that a
 * failure does not affect the purchase. Returns the events to emit.
 */
export async function deliverPaid(
  services: ReportServices,
  db: Db,
  tenant: number,
  account: string,
): Promise<EmittedEvent[]> {
  await sql`savepoint delivery`.execute(db);
  try {
    return await deliver(services, db, tenant, account);
  } catch (error) {
    await sql`rollback to savepoint delivery`.execute(db);
    services.log.error({ tenant, error: describeError(error) }, 'delivering held messages failed');
    await services.queue.add(db, paidDelivery, { tenant, account });
    return [];
  }
}

export const paidDelivery = jobKind({
  name: 'paid_delivery',
  data: z.strictObject({ tenant: z.int(), account: z.uuid() }),
  retries: { times: 20, delay: 10, longest: 3600 },
  run: deliverLater,
});

/** Idempotent: a second run finds no messages. */
async function deliverLater(
  services: ReportServices,
  { tenant, account }: { tenant: number; account: string },
): Promise<void> {
  const events = await services.database.inTenant(tenant, async (db) => {
    const emitted = await deliver(services, db, tenant, account);
    return storeEventsNow(db, tenant, services.now(), [...emitted, [{ type: 'user' }, { account }]]);
  });
  services.hub.publish(events);
}

async function deliver(services: ReportServices, db: Db, tenant: number, account: string): Promise<EmittedEvent[]> {
  const { now } = services;
  const site = siteOfTenant(services, tenant);
  const emitted: EmittedEvent[] = [];
  await deliverHeld({ db, tenant, site, now, emit: (...each) => void emitted.push(each) }, account);
  return emitted;
}
