// Creates the payment at the provider, outside of any transaction, and returns the checkout URL.
import { type credits, webhookPath } from '#contract/credits';
import type { CodeOf, OutputOf } from '#contract/endpoint';
import { checkoutFlow } from '#domain/payment-methods';
import { pathOf } from '#domain/routes';
import type { Site } from '#site/load';
import type { BaseCtx, Ctx } from '../context.ts';
import { describeError } from '../db/errors.ts';
import { originOf } from '../http/site-origins.ts';
import type { Services } from '../services.ts';
import { chargesAtOnce, saveReference, markUnreachable, paymentView, type PaymentRow } from './orders.ts';
import { providerOf } from './providers.ts';
import { type ProviderDebit, ProviderUnavailable, type ProviderOrder, type Reference } from './provider.ts';

type Order = typeof credits.order;
type OrderCtx = Ctx<CodeOf<Order>>;
type Finish = (ctx: OrderCtx) => Promise<OutputOf<Order>>;

/** What is charged without the payer's page: the token of a kept card, or a bank account. */
interface Charged {
  readonly card?: string;
  readonly debit?: ProviderDebit;
}

/** Returns the work for the final transaction. An order with a reference is not sent again. */
export async function startCheckout(
  services: Services,
  ctx: BaseCtx,
  row: PaymentRow,
  charged: Charged = {},
): Promise<Finish> {
  try {
    // An order that was placed before another provider sold may have reached its own.
    const provider = providerOf(services, row.provider);
    const reference = existingReference(row) ?? (await provider.create(providerOrder(services, ctx, row, charged)));
    return async ({ db, now, site }) => {
      const saved = await saveReference(db, row, reference, now());
      return answerOf(saved, site, now(), reference.redirect);
    };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    services.log.warn({ tenant: row.tenant, payment: row.id, error: describeError(error) }, 'provider down');
    // It may be charged all the same: the order stays on its way, and is looked up (check-payment.ts).
    if (chargesAtOnce(row)) return ({ now, site }) => Promise.resolve(answerOf(row, site, now(), returnTo(ctx, row)));
    return async ({ db, now, refuse }) => {
      await markUnreachable(db, row, now());
      throw refuse('provider_down', { commitAnyway: true });
    };
  }
}

const answerOf = (row: PaymentRow, { siteSettings }: Site, now: Date, redirect: string): OutputOf<Order> => ({
  ...{ payment: paymentView(row, siteSettings.refund_days, now), redirect },
});

const returnTo = ({ origin, language }: BaseCtx, { id }: PaymentRow): string =>
  `${origin}${pathOf('transactions-id', language, { id })}`;

const existingReference = ({ provider_ref: ref, redirect }: PaymentRow): Reference | null =>
  ref !== null && redirect !== null ? { ref, redirect } : null;

function providerOrder(services: Services, ctx: BaseCtx, row: PaymentRow, { card, debit }: Charged): ProviderOrder {
  const { id, tenant, amount, currency, method } = row;
  return {
    ...{ id, tenant, amount, currency, method, orderedAt: row.created_at, sentAt: row.updated_at },
    hasBankStep: checkoutFlow(method) === 'bank',
    ...{ keepsCard: row.keeps_card, card: card ?? null, debit: debit ?? null },
    language: ctx.language,
    descriptor: ctx.site.niche.descriptor,
    returnTo: returnTo(ctx, row),
    notify: originOf(services, ctx.site) + webhookPath.replace(':provider', row.provider),
  };
}
