// Takes in one report, from a webhook or an answer: settles it, tells the member's tabs, and calls a person when it does not fit.
import type { LiveEvent } from '#contract/events';
import type { EventTarget } from '../context.ts';
import { storeEvents } from '../live.ts';
import type { Services } from '../services.ts';
import type { Report } from './provider.ts';
import { settle, type Settled } from './settle.ts';

export type Receiver = Pick<Services, 'database' | 'hub' | 'log' | 'now'>;

/** All of it happens or none: whoever reports may report again until this has answered. */
export async function receive(
  { database, hub, log, now }: Receiver,
  tenant: number,
  provider: string,
  report: Report,
): Promise<Settled> {
  const at = now();
  const { settled, events } = await database.inTenant(tenant, async (db) => {
    const settled = await settle(db, { tenant, provider, at }, report);
    return { settled, events: await storeEvents(db, tenant, at, newsOf(settled)) };
  });
  hub.publish(events);
  if (settled.problem !== null && settled.outcome !== 'known')
    log.error({ tenant, provider, payment: settled.payment?.id ?? null, problem: settled.problem }, 'payment parked');
  return settled;
}

function newsOf({ outcome, payment, problem }: Settled): [LiveEvent, EventTarget][] {
  if (outcome !== 'applied' || !payment || problem !== null) return [];
  const to = { account: payment.account };
  return [
    [{ type: 'payment', payment: payment.id }, to],
    [{ type: 'user' }, to],
  ];
}
