// Handlers of contract/credits: packages, methods, orders, payments, ledger.
import { sql } from 'kysely';
import type { credits } from '#contract/credits';
import { checkoutFlow, methodsIn } from '#domain/payment-methods';
import type { Ctx, Handlers } from '../../context.ts';
import { ledgerPage } from '../../payments/ledger-page.ts';
import { checkPayment, claimCheck } from '../../payments/check-payment.ts';
import { cancelOrder } from '../../payments/cancel-order.ts';
import { offersDebit } from '../../payments/mandates.ts';
import { paymentView } from '../../payments/orders.ts';
import { openTryout, packageView } from '../../payments/offers.ts';
import { countryOf, placeOrder } from '../../payments/place-order.ts';
import { startCheckout } from '../../payments/checkout.ts';
import { withLowest } from '../../payments/price-history.ts';
import { previewWithdrawal, withdraw } from '../../payments/withdrawal.ts';
import type { Services } from '../../services.ts';

export function creditHandlers(services: Services): Handlers<typeof credits> {
  return {
    packages: async (ctx) => {
      const country = await countryOf(ctx);
      const { offersIn, vatOf } = ctx.site.prices;
      const packages = await withLowest(ctx, offersIn(country).map(packageView));
      const tryout = await openTryout(ctx, country);
      return { packages, tryout, country, vat: vatOf(country), refund_days: ctx.site.siteSettings.refund_days };
    },

    methods: async (ctx) => {
      const country = await countryOf(ctx);
      const offered = methodsIn(country).filter(
        ({ id }) =>
          services.provider.takes(id, ctx.site.prices.currencyOf(country)) &&
          (checkoutFlow(id) !== 'debit' || offersDebit(services, ctx.site)),
      );
      return { methods: offered.map(({ id }) => ({ id })) };
    },

    order: {
      transactions: 'staged',
      handle: async (ctx) => {
        // The provider is called between two transactions: none may wait for the network.
        const order = await ctx.prepare((orderCtx, input) => placeOrder(services, orderCtx, input));
        const finish = await startCheckout(services, { ...ctx, language: order.language }, order.row);
        return ctx.transaction(finish);
      },
    },

    cancel: { transactions: 'staged', handle: (ctx) => cancelOrder(services, ctx) },

    payment: {
      transactions: 'staged',
      handle: async (ctx) => {
        const due = await ctx.prepare(async (own, { id }) => claimCheck(own.db, await ownPayment(own, id), own.now()));
        if (due) await checkPayment(services, due, true);
        return ctx.transaction(async (own, { id }) => ({ payment: shownTo(own, await ownPayment(own, id)) }));
      },
    },

    transactions: async (ctx) => {
      const rows = await ownPayments(ctx).orderBy('created_at', 'desc').orderBy('id').limit(MAX_PAYMENTS).execute();
      return { payments: rows.map((row) => shownTo(ctx, row)) };
    },

    withdrawal: async (ctx, { payment }) => {
      return { withdrawal: await previewWithdrawal(ctx, await ownPayment(ctx, payment)) };
    },

    withdraw: async (ctx, { payment }) => {
      const row = await ownPayments(ctx).where('id', '=', payment).forUpdate().executeTakeFirst();
      if (!row) throw ctx.refuse('not_found');
      const { withdrawal, after } = await withdraw(services, ctx, row);
      return { withdrawal, payment: shownTo(ctx, after) };
    },

    ledger: (ctx, { before }) => ledgerPage(ctx.db, ctx.tenant, ctx.member().id, before ?? null),
  };
}

const shownTo = (ctx: Ctx, row: Parameters<typeof paymentView>[0]) =>
  paymentView(row, ctx.site.siteSettings.refund_days, ctx.now());

/** Maximum payments listed, more than a member plausibly has. */
const MAX_PAYMENTS = 200;

async function ownPayment(ctx: Ctx, id: string) {
  const row = await ownPayments(ctx).where('id', '=', id).executeTakeFirst();
  if (!row) throw ctx.refuse('not_found');
  return row;
}

const ownPayments = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payment')
    .selectAll()
    .select(IS_CORRECTED.as('is_corrected'))
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id);

const IS_CORRECTED = sql<boolean>`exists (
  select from invoice_correction c where c.tenant = payment.tenant and c.payment = payment.id)`;
