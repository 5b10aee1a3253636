// Ends an order that is not paid yet, at the provider first: what it says becomes of the order.
import type { credits } from '#contract/credits';
import type { SerializedAnswer, StagedCtx } from '../context.ts';
import type { Services } from '../services.ts';
import { paymentView, type PaymentRow } from './orders.ts';
import { ProviderUnavailable } from './provider.ts';
import { providerOf } from './providers.ts';
import { processReport } from './process-report.ts';
import { expiredReport } from './expired-report.ts';

type Cancel = typeof credits.cancel;

/** An order that has no reference after this time never reached the provider, or its payer never learnt where to pay. */
const UNSENT_AFTER_MS = 60_000;

export async function cancelOrder(services: Services, ctx: StagedCtx<Cancel>): Promise<SerializedAnswer> {
  const { row, isOld } = await ctx.prepare(async ({ db, tenant, member, now, refuse }, { payment }) => {
    const own = db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('account', '=', member().id);
    const row = await own.where('id', '=', payment).executeTakeFirst();
    if (!row) throw refuse('not_found');
    return { row, isOld: now().getTime() - row.created_at.getTime() >= UNSENT_AFTER_MS };
  });
  if (row.status === 'created') await cancelAtProvider(services, ctx, row, isOld);
  return ctx.transaction(async ({ db, tenant, site, now }) => {
    const after = db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('id', '=', row.id);
    return { payment: paymentView(await after.executeTakeFirstOrThrow(), site.siteSettings.refund_days, now()) };
  });
}

async function cancelAtProvider(services: Services, ctx: StagedCtx<Cancel>, row: PaymentRow, isOld: boolean) {
  try {
    if (row.provider_ref !== null) {
      const provider = providerOf(services, row.provider);
      await provider.cancel(row.provider_ref);
      for (const report of await provider.read(row.provider_ref))
        await processReport(services, row.tenant, provider.name, report);
    } else if (isOld) await processReport(services, row.tenant, row.provider, expiredReport(row, ''));
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw ctx.refuse('provider_down');
    throw error;
  }
}
