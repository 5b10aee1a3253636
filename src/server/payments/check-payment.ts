// Asks the provider about one open payment: by its reference, or by our own id when the answer with it was lost.
import { sql } from 'kysely';
import { nextCheck, retryCheck } from '#domain/payments';
import type { Db } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import { chargesAtOnce, type PaymentRow } from './orders.ts';
import { ProviderUnavailable, type Report } from './provider.ts';
import { providerOf, type Providers } from './providers.ts';
import { processReport, type ReportServices } from './process-report.ts';
import { expiredReport } from './expired-report.ts';

export type Reconciler = ReportServices & Providers;

/** A request that the provider has not seen after this time does not arrive any more. */
const ARRIVES_WITHIN_MS = 120_000;
/** How long a provider may look for an order: with its member waiting for the page, and in the background. */
const WATCHED_MS = 5000;
const SEARCH_MS = 30_000;
/** Milliseconds between two checks for which a member asks by loading the payment. */
const RELOAD_MS = 5000;

/** `isWatched`: its member is waiting for the outcome, so that it is checked again soon. */
export async function checkPayment(services: Reconciler, payment: PaymentRow, isWatched = false): Promise<void> {
  const { log } = services;
  try {
    const known = await knownReports(services, payment, isWatched ? WATCHED_MS : SEARCH_MS);
    if (known.length === 0 && mayArrive(payment, services.now()))
      return await scheduleCheck(services, payment, retryCheck(services.now()));
    for (const report of known.length > 0 ? known : [expiredReport(payment, payment.provider_ref ?? '')])
      await processReport(services, payment.tenant, payment.provider, report);
    const now = services.now();
    await scheduleCheck(services, payment, isWatched ? retryCheck(now) : nextCheck(payment.created_at, now));
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ tenant: payment.tenant, payment: payment.id }, 'provider down');
      await scheduleCheck(services, payment, retryCheck(services.now()));
    } else
      log.error({ tenant: payment.tenant, payment: payment.id, error: describeError(error) }, 'reconciling failed');
  }
}

/** Without a reference its payer was never redirected, and nothing can have happened: unless it charges at once. */
function knownReports(
  services: Reconciler,
  payment: PaymentRow,
  limitMs: number,
): Promise<readonly Report[]> | readonly Report[] {
  const { tenant, id, created_at: orderedAt, updated_at: sentAt } = payment;
  const provider = providerOf(services, payment.provider);
  if (payment.provider_ref !== null) return provider.read(payment.provider_ref);
  return chargesAtOnce(payment) ? provider.find({ tenant, id, orderedAt, sentAt }, limitMs) : [];
}

const mayArrive = (payment: PaymentRow, now: Date): boolean =>
  chargesAtOnce(payment) &&
  payment.provider_ref === null &&
  now.getTime() - payment.updated_at.getTime() < ARRIVES_WITHIN_MS;

/**
 * Claims a check of a card's payment for its member, who has loaded it; null when it is settled, or was checked just
 * now. Nothing else can tell them what became of it: there is no page of the provider to go back to.
 */
export async function claimCheck(db: Db, payment: PaymentRow, now: Date): Promise<PaymentRow | null> {
  if (!chargesAtOnce(payment)) return null;
  const next = retryCheck(now);
  const claimed = db
    .updateTable('payment')
    .set({ check_at: next })
    .where('tenant', '=', payment.tenant)
    .where('id', '=', payment.id)
    .where(OPEN)
    .where('updated_at', '<=', new Date(now.getTime() - RELOAD_MS))
    .where((is) => is.or([is('check_at', '<=', new Date(next.getTime() - RELOAD_MS)), is('check_at', '>', next)]));
  return (await claimed.returningAll().executeTakeFirst()) ?? null;
}

const OPEN = sql<boolean>`(check_at is not null and status in ('created', 'pending'))`;

/** Only open payments are checked again. */
async function scheduleCheck({ database }: Reconciler, { tenant, id }: PaymentRow, at: Date): Promise<void> {
  await database.inTenant(tenant, (db) =>
    db
      .updateTable('payment')
      .set({ check_at: at })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where(OPEN)
      .execute(),
  );
}
