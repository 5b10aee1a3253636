// Handlers of contract/repeat: earlier orders, and ordering one again with the kept card.
import type { OutputOf } from '#contract/endpoint';
import type { repeat } from '#contract/repeat';
import { orderableMethod } from '#domain/payment-methods';
import type { Ctx, Handlers } from '../../context.ts';
import { guardCard } from '../../payments/card-limits.ts';
import { startCheckout } from '../../payments/checkout.ts';
import { orderId } from '../../payments/orders.ts';
import { packageView } from '../../payments/offers.ts';
import { countryOf, placeOrder } from '../../payments/place-order.ts';
import { forgetCard, readCard } from '../../payments/stored-card.ts';
import type { Services } from '../../services.ts';

/** Earlier orders that are looked at, more than there are packages. */
const MAX_ORDERS = 50;

export function repeatHandlers(services: Services): Handlers<typeof repeat> {
  const cardOf = (ctx: Ctx) => readCard(ctx.db, ctx.tenant, ctx.member().id, services.provider.name);
  return {
    list: async (ctx) => {
      const card = await cardOf(ctx);
      return {
        ...(await earlierOrders(services, ctx)),
        card: card && { brand: card.brand, last_four: card.last_four },
      };
    },

    order: {
      transactions: 'staged',
      handle: async (ctx) => {
        const { row, language, token } = await ctx.prepare(async (orderCtx, input) => {
          const card = await cardOf(orderCtx);
          if (!card) throw orderCtx.refuse('no_card');
          await guardCard(orderCtx, orderId(orderCtx.tenant, orderCtx.member().id, orderCtx.key ?? ''));
          const order = await placeOrder(services, orderCtx, { ...input, method: card.method }, { card });
          return { ...order, token: card.token };
        });
        const finish = await startCheckout(services, { ...ctx, language }, row, { card: token });
        return ctx.transaction(finish);
      },
    },

    forgetCard: async (ctx) => {
      await forgetCard(services, ctx.db, ctx.tenant, ctx.member().id);
      return null;
    },
  };
}

async function earlierOrders(services: Services, ctx: Ctx): Promise<Omit<OutputOf<typeof repeat.list>, 'card'>> {
  const { db, tenant, site } = ctx;
  const { currencyOf, offersIn, vatOf } = site.prices;
  const country = await countryOf(ctx);
  const paid = await db
    .selectFrom('payment')
    .select(['package', 'method'])
    .where('tenant', '=', tenant)
    .where('account', '=', ctx.member().id)
    .where('status', 'in', ['paid', 'partly_refunded', 'refunded'])
    .orderBy('created_at', 'desc')
    .limit(MAX_ORDERS)
    .execute();
  const offers = offersIn(country);
  const packages = [...new Set(paid.map((each) => each.package))].flatMap((id) => {
    const offer = offers.find((each) => each.id === id);
    return offer ? [packageView(offer)] : [];
  });
  const method = orderableMethod(paid[0]?.method ?? '', country)?.id ?? null;
  const isTaken = method !== null && services.provider.takes(method, currencyOf(country));
  return {
    packages,
    method: isTaken ? method : null,
    country,
    vat: vatOf(country),
    refund_days: site.siteSettings.refund_days,
  };
}
