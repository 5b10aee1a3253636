// Creates the payment at the provider, outside of any transaction, and returns the checkout URL.
import { type credits, webhookPath } from '#contract/credits';
import type { CodeOf, OutputOf } from '#contract/endpoint';
import { checkoutFlow } from '#domain/payment-methods';
import { pathOf } from '#domain/routes';
import type { BaseCtx, Ctx } from '../context.ts';
import { originOf } from '../http/site-origins.ts';
import type { Services } from '../services.ts';
import { saveReference, markUnreachable, paymentView, type PaymentRow } from './orders.ts';
import { ProviderUnavailable, type ProviderOrder, type Reference } from './provider.ts';

type Order = typeof credits.order;
type OrderCtx = Ctx<CodeOf<Order>>;
type Finish = (ctx: OrderCtx) => Promise<OutputOf<Order>>;

/** Returns the work for the final transaction. An order with a reference is not sent again. */
export async function startCheckout(services: Services, ctx: BaseCtx, row: PaymentRow): Promise<Finish> {
  try {
    const reference = existingReference(row) ?? (await services.provider.create(providerOrder(services, ctx, row)));
    return async ({ db, now }) => {
      const payment = paymentView(await saveReference(db, row, reference, now()));
      return { payment, redirect: reference.redirect };
    };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return async ({ db, now, refuse }) => {
      await markUnreachable(db, row, now());
      throw refuse('provider_down', { commitAnyway: true });
    };
  }
}

const existingReference = ({ provider_ref: ref, redirect }: PaymentRow): Reference | null =>
  ref !== null && redirect !== null ? { ref, redirect } : null;

function providerOrder(services: Services, ctx: BaseCtx, row: PaymentRow): ProviderOrder {
  const { id, tenant, amount, currency, method } = row;
  return {
    ...{ id, tenant, amount, currency, method },
    hasBankStep: checkoutFlow(method) === 'bank',
    language: ctx.language,
    descriptor: ctx.site.niche.descriptor,
    returnTo: `${ctx.origin}${pathOf('transactions-id', ctx.language, { id })}`,
    notify: originOf(services, ctx.site) + webhookPath.replace(':provider', services.provider.name),
  };
}
