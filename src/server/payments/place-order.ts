// Stores an order with the server's price before the provider is called; a discount code is used once.
import type { credits } from '#contract/credits';
import type { CodeOf, InputOf } from '#contract/endpoint';
import type { codeErrors } from '#contract/discounts';
import { type DiscountedOrder, discountedPrice, isExpired, type TermsFault, termsFault } from '#domain/discounts';
import { checkoutFlow, isCard, orderableMethod } from '#domain/payment-methods';
import { ENDED_UNPAID, isOpen } from '#domain/payments';
import { TRYOUT } from '#domain/prices';
import type { Ctx } from '../context.ts';
import type { Services } from '../services.ts';
import { type CodeUse, type KnownCode, readCode, takeUse, useOf } from './discounts.ts';
import { holderOf, TRYOUT_USE } from './offers.ts';
import { guardSpending } from './spend-limits.ts';
import type { StoredCard } from './stored-card.ts';
import { chargesAtOnce, createOrder, findOrder, orderId, type PaymentRow, reopenUnsent } from './orders.ts';

export type OrderCtx = Ctx<CodeOf<typeof credits.order>>;
type OrderInput = InputOf<typeof credits.order>;

/** What the order is charged to without the payer's page. */
interface Charged {
  readonly card?: StoredCard;
  /** Whether a signed mandate comes with the order: without one there is no direct debit. */
  readonly hasMandate?: boolean;
}

/** The order's id derives from member and key, so a retry finds the same row. */
export async function placeOrder(
  services: Services,
  ctx: OrderCtx,
  input: OrderInput,
  { card, hasMandate = false }: Charged = {},
): Promise<{ readonly row: PaymentRow; readonly language: string }> {
  const { db, tenant, language } = ctx;
  const { offersIn, tryoutIn, vatOf } = ctx.site.prices;
  const country = await countryOf(ctx);
  const offer = [...offersIn(country), tryoutIn(country)].find(({ id }) => id === input.package);
  if (!offer) throw ctx.refuse('unknown_package');
  const method = orderableMethod(input.method, country);
  if (
    !method ||
    (checkoutFlow(method.id) === 'debit') !== hasMandate ||
    !services.provider.takes(method.id, offer.currency)
  )
    throw ctx.refuse('unknown_method');
  const account = ctx.member().id;
  const id = orderId(tenant, account, ctx.key ?? '');
  // Locked before the member, as reports lock them.
  const before = await findOrder(db, tenant, id);
  const { credits, currency } = offer;
  const undiscounted = { country, currency, amount: offer.amount, method: method.id };
  const typed = input.discount_code;
  if (typed !== undefined && offer.id === TRYOUT.id) throw ctx.refuse('code_minimum');
  const code = typed === undefined ? null : await usableCode(ctx, undiscounted, typed, id);
  const amount = code ? discountedPrice(offer.amount, code.value_percentage) : offer.amount;
  const discount_code = code?.code ?? null;
  if ((input.amount ?? amount) !== amount) throw ctx.refuse('price_changed');
  const order = { account, package: offer.id, credits, amount, currency, country, vat: vatOf(country), discount_code };
  const keeps = { keeps_card: input.remember_card === true && isCard(method.id) };
  const kept = { card_brand: card?.brand ?? null, card_last_four: card?.last_four ?? null };
  const charged = card ? kept : keeps;
  const provider = services.provider.name;
  if (!before || mayBeSentAgain(before)) await guardSpending(ctx, { id, amount, currency });
  const created =
    before ?? (await createOrder(db, tenant, id, { ...order, ...charged, method: method.id, provider }, ctx.now()));
  // What is charged is what was stored first: a retry must ask for the same, and be shown the same price.
  if (!isSameOrder(created, { package: offer.id, method: method.id, discount_code, amount, currency, ...kept }))
    throw ctx.refuse('idempotency_conflict');
  if (offer.id === TRYOUT.id) await takeTryout(ctx, created);
  if (code) return { row: await withCode(ctx, created, code), language };
  // Opened again in this transaction: as long as it has failed, it counts towards no limit.
  const mustOpen = chargesAtOnce(created) || mayBeSentAgain(created);
  return { row: mustOpen ? await reopenUnsent(db, created, ctx.now()) : created, language };
}

/** An order that has ended without having reached the provider. */
const mayBeSentAgain = ({ provider_ref: ref, status }: PaymentRow): boolean =>
  ref === null && ENDED_UNPAID.some((each) => each === status);

type Asked = Pick<
  PaymentRow,
  'package' | 'method' | 'discount_code' | 'amount' | 'currency' | 'card_brand' | 'card_last_four'
>;
const isSameOrder = (row: PaymentRow, order: Asked): boolean =>
  Object.entries(order).every(([name, value]) => row[name as keyof Asked] === value);

type CodeError = (typeof codeErrors)[number];
type CodeCtx = Ctx<CodeError>;

const REFUSALS = {
  expired: 'code_expired',
  country: 'code_country',
  minimum: 'code_minimum',
  method: 'code_method',
} as const satisfies Record<TermsFault, CodeError>;

/** The code, if it fits the order and is not used up. `payment` is the order itself, where it exists. */
export async function usableCode(
  ctx: CodeCtx,
  order: DiscountedOrder,
  typed: string,
  payment: string | null,
): Promise<KnownCode> {
  const holder = holderOf(ctx);
  const code = await readCode(ctx.db, holder, typed);
  if (!code) throw ctx.refuse('code_unknown');
  const use = await useOf(ctx.db, holder, code);
  if (use && use.payment !== payment) refuseUsed(ctx, use);
  const fault = termsFault(code, order, ctx.now());
  if (fault) throw ctx.refuse(REFUSALS[fault]);
  return code;
}

/** An order that was paid, or is of another member, has used the code up; an own one that is on its way is in the way. */
function refuseUsed(ctx: CodeCtx, use: CodeUse): void {
  if (use.account !== ctx.member().id || !isOpen(use.status)) throw ctx.refuse('code_used');
  if (use.status === 'pending') throw ctx.refuse('code_in_order', { payment: use.payment });
}

/**
 * Takes the code for an order. One that was not sent is opened again at once: as long as it is failed, another order could take
 * the code.
 */
async function withCode(ctx: OrderCtx, row: PaymentRow, code: KnownCode): Promise<PaymentRow> {
  const holder = holderOf(ctx);
  if (await takeUse(ctx.db, holder, code, row.id)) {
    // Another order may have been paid while the lock was waited for: the welcome discount is of the first purchase.
    const now = await readCode(ctx.db, holder, code.code);
    if (!now || isExpired(now, ctx.now())) throw ctx.refuse('code_expired');
    return reopenUnsent(ctx.db, row, ctx.now());
  }
  const use = await useOf(ctx.db, holder, code);
  if (use) refuseUsed(ctx, use);
  throw use ? ctx.refuse('code_in_order', { payment: use.payment }) : ctx.refuse('code_used');
}

/** The tryout package is had once, as a code is. */
async function takeTryout(ctx: OrderCtx, row: PaymentRow): Promise<void> {
  const holder = holderOf(ctx);
  if (await takeUse(ctx.db, holder, TRYOUT_USE, row.id)) return void (await reopenUnsent(ctx.db, row, ctx.now()));
  const use = await useOf(ctx.db, holder, TRYOUT_USE);
  throw use && isOpen(use.status)
    ? ctx.refuse('code_in_order', { payment: use.payment })
    : ctx.refuse('unknown_package');
}

/** Prices, VAT and methods depend on the country in the member's profile. */
export async function countryOf(ctx: Pick<Ctx, 'db' | 'tenant' | 'member'>): Promise<string> {
  const { country } = await ctx.db
    .selectFrom('profile')
    .select('country')
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', ctx.member().id)
    .executeTakeFirstOrThrow();
  return country;
}
