// Handlers of contract/credits: packages, methods, orders, payments, ledger.
import type { credits } from '#contract/credits';
import type { CodeOf, InputOf } from '#contract/endpoint';
import { methodsIn, orderableMethod } from '#domain/payment-methods';
import { offersIn, vatOf } from '#domain/prices';
import type { Ctx, Handlers } from '../../context.ts';
import { ledgerPage } from '../../payments/ledger-page.ts';
import { createOrder, orderId, type PaymentRow, paymentView } from '../../payments/orders.ts';
import { startCheckout } from '../../payments/checkout.ts';
import type { Services } from '../../services.ts';

export function creditHandlers(services: Services): Handlers<typeof credits> {
  return {
    packages: async (ctx) => {
      const country = await countryOf(ctx);
      const packages = offersIn(country).map(({ id, credits, premium, amount, unit, currency }) => ({
        ...{ id, credits, premium },
        price: { amount, currency },
        unit: { amount: unit, currency },
      }));
      return { packages, country, vat: vatOf(country), refund_days: ctx.site.settings.refund_days };
    },

    methods: async (ctx) => ({ methods: methodsIn(await countryOf(ctx)).map(({ id }) => ({ id })) }),

    order: {
      transactions: 'staged',
      handle: async (ctx) => {
        // The provider is called between two transactions: none may wait for the network.
        const order = await ctx.prepare((orderCtx, input) => placeOrder(services, orderCtx, input));
        const finish = await startCheckout(services, { ...ctx, language: order.language }, order.row);
        return ctx.transaction(finish);
      },
    },

    payment: async (ctx, { id }) => {
      const row = await ownPayments(ctx).where('id', '=', id).executeTakeFirst();
      if (!row) throw ctx.refuse('not_found');
      return { payment: paymentView(row) };
    },

    transactions: async (ctx) => {
      const rows = await ownPayments(ctx).orderBy('created_at', 'desc').orderBy('id').limit(MAX_PAYMENTS).execute();
      return { payments: rows.map(paymentView) };
    },

    ledger: (ctx, { before }) => ledgerPage(ctx.db, ctx.tenant, ctx.member().id, before ?? null),
  };
}

type OrderCtx = Ctx<CodeOf<typeof credits.order>>;

/**
 * Stores the order before the provider is called. Its id derives from member and key, so a retry finds the same row.
 */
async function placeOrder(
  services: Services,
  ctx: OrderCtx,
  { package: packageId, method: methodId }: InputOf<typeof credits.order>,
): Promise<{ readonly row: PaymentRow; readonly language: string }> {
  const country = await countryOf(ctx);
  const offer = offersIn(country).find(({ id }) => id === packageId);
  if (!offer) throw ctx.refuse('unknown_package');
  const method = orderableMethod(methodId, country);
  if (!method) throw ctx.refuse('unknown_method');
  const account = ctx.member().id;
  const { credits, amount, currency } = offer;
  const order = { account, package: offer.id, credits, amount, currency, country, vat: vatOf(country) };
  const id = orderId(ctx.tenant, account, ctx.key ?? '');
  const provider = services.provider.name;
  const row = await createOrder(ctx.db, ctx.tenant, id, { ...order, method: method.id, provider }, ctx.now());
  if (row.package !== offer.id || row.method !== method.id) throw ctx.refuse('idempotency_conflict');
  return { row, language: ctx.language };
}

/** Maximum payments listed, more than a member plausibly has. */
const MAX_PAYMENTS = 200;

const ownPayments = (ctx: Ctx) =>
  ctx.db.selectFrom('payment').selectAll().where('tenant', '=', ctx.tenant).where('account', '=', ctx.member().id);

/** Prices, VAT and methods depend on the country in the member's profile. */
async function countryOf(ctx: Ctx): Promise<string> {
  const { country } = await ctx.db
    .selectFrom('profile')
    .select('country')
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', ctx.member().id)
    .executeTakeFirstOrThrow();
  return country;
}
