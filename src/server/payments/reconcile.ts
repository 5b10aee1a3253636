// Checks open payments with the provider, so that a lost webhook or answer leaves none open.
import { sql } from 'kysely';
import type { Site } from '#site/load';
import type { Db } from '../db/index.ts';
import type { Services } from '../services.ts';
import { describeError } from '../db/errors.ts';
import { checkPayment, type Reconciler } from './check-payment.ts';
import type { PaymentRow } from './orders.ts';
import { allProviders } from './providers.ts';

const INTERVAL_MS = 10_000;
/** Longer than a batch takes with a provider that answers at the last moment, also when it has to look for each order. */
const CLAIM_MS = 180_000;
/** Payments claimed per transaction, and concurrent checks. */
const BATCH_SIZE = 50;
const CONCURRENCY = 10;

/** Runs every ten seconds until stopped; several processes share the work. */
export function startReconciling(
  services: Reconciler & Pick<Services, 'metrics'>,
  sites: readonly Site[],
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let isBusy = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    for (const { id } of sites)
      await reconcile(services, id).then(
        (checked) => services.metrics.reconciled({ tenant: id, at: services.now(), checked }),
        (error: unknown) => {
          services.metrics.reconciled({ tenant: id, at: services.now(), checked: null });
          services.log.error({ tenant: id, error: describeError(error) }, 'reconciling failed');
        },
      );
    isBusy = false;
  };
  const timer = setInterval(() => {
    if (!isBusy) running = run();
  }, INTERVAL_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/** Checks all due payments of a tenant; returns their number. */
export async function reconcile(services: Reconciler, tenant: number): Promise<number> {
  let checkedCount = 0;
  // Payments that become due meanwhile wait for the next run, which otherwise might never end with a slow provider.
  const startedAt = services.now();
  for (;;) {
    const due = await services.database.inTenant(tenant, (db) => claimDue(db, tenant, startedAt, services));
    for (let at = 0; at < due.length; at += CONCURRENCY)
      await Promise.all(due.slice(at, at + CONCURRENCY).map((payment) => checkPayment(services, payment)));
    checkedCount += due.length;
    if (due.length < BATCH_SIZE) return checkedCount;
  }
}

/**
 * Postpones the next check of claimed payments: no other process checks them meanwhile, and a crash delays them only
 * once.
 */
async function claimDue(db: Db, tenant: number, until: Date, services: Reconciler): Promise<PaymentRow[]> {
  const names = allProviders(services).map(({ name }) => name);
  const due = db
    .selectFrom('payment')
    .select('id')
    .where('tenant', '=', tenant)
    .where('provider', 'in', names)
    .where('check_at', '<=', until)
    .orderBy('check_at')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked();
  return (
    db
      .updateTable('payment')
      .set({ check_at: new Date(services.now().getTime() + CLAIM_MS) })
      .where('tenant', '=', tenant)
      // As an array: a join could be planned as a scan of all payments.
      .where(sql<boolean>`id = any(array(${due}))`)
      .returningAll()
      .execute()
  );
}
