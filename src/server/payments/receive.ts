// Takes in one report, from a webhook or an answer: settles it, delivers what waited for credits, tells the tabs, and calls a person when it does not fit.
import type { LiveEvent } from '#contract/events';
import type { EventTarget } from '../context.ts';
import type { Db } from '../db/index.ts';
import { storeEvents } from '../live.ts';
import { deliverHeld } from '../modules/held-messages.ts';
import type { Services } from '../services.ts';
import type { Report } from './provider.ts';
import { settle, type Settled } from './settle.ts';

export type Receiver = Pick<Services, 'database' | 'hub' | 'log' | 'now' | 'sites'>;

/** All of it happens or none: whoever reports may report again until this has answered. */
export async function receive(services: Receiver, tenant: number, provider: string, report: Report): Promise<Settled> {
  const { database, hub, log, now } = services;
  const at = now();
  const { settled, events } = await database.inTenant(tenant, async (db) => {
    const settled = await settle(db, { tenant, provider, at }, report);
    const news = [...newsOf(settled), ...(await deliverPaid(services, db, tenant, settled))];
    return { settled, events: await storeEvents(db, tenant, at, news) };
  });
  hub.publish(events);
  if (settled.problem !== null && settled.outcome !== 'known')
    log.error({ tenant, provider, payment: settled.payment?.id ?? null, problem: settled.problem }, 'payment parked');
  return settled;
}

type News = [LiveEvent, EventTarget];

/** Whose credits the report may have moved. */
const accountOf = ({ outcome, payment, problem }: Settled): string | null =>
  outcome === 'applied' && payment && problem === null ? payment.account : null;

/** Messages that were kept back and are paid for now; answers whom to tell of them. */
async function deliverPaid({ sites, now }: Receiver, db: Db, tenant: number, settled: Settled): Promise<News[]> {
  const account = accountOf(settled);
  const site = sites.find(({ id }) => id === tenant);
  const told: News[] = [];
  if (account && site)
    await deliverHeld({ db, tenant, site, now, emit: (event, to) => void told.push([event, to]) }, account);
  return told;
}

function newsOf(settled: Settled): News[] {
  const account = accountOf(settled);
  const { payment } = settled;
  if (!account || !payment) return [];
  const to = { account };
  return [
    [{ type: 'payment', payment: payment.id }, to],
    [{ type: 'user' }, to],
  ];
}
