// Processes one provider report: settles the payment, delivers held messages, publishes events, logs mismatches.
import { isPartial } from '#domain/payments';
import type { EmittedEvent } from '../context.ts';
import type { Db } from '../db/index.ts';
import { storeEventsNow } from '../live/hub.ts';
import type { Services } from '../services.ts';
import { invoiceCorrection } from '../mail/correction.ts';
import { purchaseMail } from '../mail/purchase.ts';
import { deliverPaid } from './deliver-paid.ts';
import type { Report } from './provider.ts';
import { type PaymentChange, settle, type Settled } from './settle.ts';

export type ReportServices = Pick<Services, 'database' | 'hub' | 'log' | 'now' | 'sites' | 'queue'>;

/** Atomic: the provider may repeat the report until it is acknowledged. */
export async function processReport(
  services: ReportServices,
  tenant: number,
  provider: string,
  report: Report,
): Promise<Settled> {
  const { database, hub, log, now } = services;
  const at = now();
  const { settled, events } = await database.inTenant(tenant, async (db) => {
    const settled = await settle(db, { tenant, provider, at }, report);
    if (isMoneyBack(settled, report))
      await services.queue.add(db, invoiceCorrection, { tenant, payment: report.payment });
    const emitted = settled.changed ? await eventsOf(services, db, tenant, settled.changed) : [];
    return { settled, events: await storeEventsNow(db, tenant, at, emitted) };
  });
  hub.publish(events);
  if (settled.problem !== null && settled.outcome !== 'known')
    log.error(
      { tenant, provider, payment: settled.payment?.id ?? null, problem: settled.problem },
      'payment needs attention',
    );
  return settled;
}

const isMoneyBack = ({ outcome }: Settled, { kind }: Report): boolean =>
  outcome === 'applied' && kind !== 'unknown' && isPartial(kind);

async function eventsOf(
  services: ReportServices,
  db: Db,
  tenant: number,
  changed: PaymentChange,
): Promise<EmittedEvent[]> {
  const { payment, account, gaveCredits, isPurchase } = changed;
  if (isPurchase) await services.queue.add(db, purchaseMail, { tenant, payment });
  const delivered = gaveCredits ? await deliverPaid(services, db, tenant, account) : [];
  return [[{ type: 'payment', payment }, { account }], [{ type: 'user' }, { account }], ...delivered];
}
