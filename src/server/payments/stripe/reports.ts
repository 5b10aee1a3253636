// What a payment at Stripe stands for, as reports that a repeated or late webhook cannot change.
import * as z from 'zod/mini';
import type { ReportKind } from '#domain/payments';
import { type Moved, runningTotals } from '../movements.ts';
import { type KeptCard, ProviderUnavailable, type Report } from '../provider.ts';

/** Stripe's own name for a payment: that of its page, or of a charge without one. */
export const PAYMENT_ID = /^(?:cs|pi)_\w{1,250}$/;
export const isPage = (ref: string): boolean => ref.startsWith('cs_');

const Metadata = z.object({
  tenant: z.string().check(z.regex(/^\d{1,5}$/)),
  order: z.string(),
  cancelled: z.optional(z.string()),
});
const metadata = z.optional(z.nullable(z.unknown()));

const Intent = z.object({
  id: z.string().check(z.regex(PAYMENT_ID)),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  metadata,
  customer: z.optional(z.nullable(z.string())),
  setup_future_usage: z.optional(z.nullable(z.string())),
  payment_method: z.optional(z.unknown()),
});
type Intent = z.infer<typeof Intent>;

export const Session = z.object({
  id: z.string().check(z.regex(PAYMENT_ID)),
  status: z.string(),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
  metadata,
  url: z.optional(z.nullable(z.string())),
  payment_intent: z.optional(z.nullable(z.union([z.string(), Intent]))),
});
type Session = z.infer<typeof Session>;

const money = { amount: z.int(), currency: z.string(), status: z.nullable(z.string()), created: z.int() };
export const Refunds = z.object({ data: z.array(z.object({ ...money, metadata })) });
const Disputes = z.object({ data: z.array(z.object(money)) });

/** A payment as Stripe keeps it, in parts. */
const Stored = z.object({
  page: z.nullable(Session),
  intent: z.nullable(Intent),
  refunds: Refunds,
  disputes: Disputes,
});
type Stored = z.infer<typeof Stored>;

interface Order {
  readonly tenant: number;
  readonly order: string;
  readonly isCancelled: boolean;
}

/** Whose order a payment is; null for one that was not made here. */
export function orderOf(metadata: unknown): Order | null {
  const { success, data } = z.safeParse(Metadata, metadata);
  if (!success) return null;
  return { tenant: Number(data.tenant), order: data.order, isCancelled: data.cancelled !== undefined };
}

/** A charge of a kept card fails at once, also where its payer would have to act: there is no page to do so. */
const OF_INTENT: Readonly<Partial<Record<string, ReportKind>>> = {
  requires_confirmation: 'created',
  // What is reserved is taken by Stripe itself.
  ...{ requires_capture: 'pending', processing: 'pending', succeeded: 'paid', canceled: 'cancelled' },
  ...{ requires_payment_method: 'failed', requires_action: 'failed' },
};

function kindOf({ page, intent }: Stored, { isCancelled }: Order): Report['kind'] {
  if (!page) return OF_INTENT[intent?.status ?? ''] ?? 'unknown';
  if (page.status === 'expired') return isCancelled ? 'cancelled' : 'expired';
  if (page.status === 'open') return 'created';
  if (page.status !== 'complete') return 'unknown';
  if (page.payment_status === 'paid') return 'paid';
  // The payer has done their part; the money of some methods comes days later, or not at all.
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'pending';
}

/** The reports of a payment with its refunds and disputes; none for one that was not made here. */
export function reportsOf(answers: unknown): { readonly tenant: number; readonly reports: readonly Report[] } | null {
  const { success, data: stored } = z.safeParse(Stored, answers);
  const whole = success ? priceOf(stored) : null;
  if (!success || !whole) throw new ProviderUnavailable('Stripe returned invalid data.');
  const order = orderOf(stored.page ? stored.page.metadata : stored.intent?.metadata);
  if (!order) return null;
  const { ref, status, amount } = whole;
  const currency = whole.currency.toUpperCase();
  const kind = kindOf(stored, order);
  const body = JSON.stringify({ ref, status, amount, refunds: stored.refunds.data, disputes: stored.disputes.data });
  const report = (kind: Report['kind'], of: number, card?: KeptCard): Report => ({
    ...{ eventId: `${ref}:${kind === 'unknown' ? status : kind}:${of}`, payment: order.order, ref, kind, amount: of },
    ...{ currency, body, ...(card ? { card } : {}) },
  });
  const own = report(kind, amount, kind === 'paid' ? cardOf(stored.intent) : undefined);
  const moved = runningTotals(movesOf(stored, whole));
  return { tenant: order.tenant, reports: [own, ...moved.map((each) => report(each.kind, each.total))] };
}

/** The page names a payment also before anything is paid on it. */
function priceOf({ page, intent }: Stored) {
  if (page) return { ref: page.id, status: page.status, amount: page.amount_total, currency: page.currency };
  return intent && { ref: intent.id, status: intent.status, amount: intent.amount, currency: intent.currency };
}

const FAILED: ReadonlySet<string | null> = new Set(['failed', 'canceled']);
/** Questions of a bank, and disputes that were averted, move no money. */
const MOVES_NOTHING = /^(?:warning_|prevented$)/;

type OneMoved = z.infer<typeof Disputes>['data'][number];

/** Stripe lists the newest first, and those of one second as they came. */
function movesOf({ refunds, disputes }: Stored, price: Pick<OneMoved, 'amount' | 'currency'>): Moved[] {
  const moved = (kind: Moved['kind'], { created }: OneMoved, amount: number, hasReturned: boolean): Moved => ({
    ...{ kind, amount, at: created * 1000, hasReturned },
  });
  const refunded = (each: OneMoved): number => {
    if (each.currency !== price.currency) throw new ProviderUnavailable('Stripe returned another currency.');
    return each.amount;
  };
  // A bank claims what its own currency made of the price, which may be more, or is not even in the price's currency.
  const disputed = ({ amount, currency }: OneMoved): number =>
    currency === price.currency ? Math.min(amount, price.amount) : price.amount;
  return [
    ...refunds.data.toReversed().map((each) => moved('refunded', each, refunded(each), FAILED.has(each.status))),
    ...disputes.data
      .toReversed()
      .filter(({ status }) => !MOVES_NOTHING.test(status ?? ''))
      .map((each) => moved('chargeback', each, disputed(each), each.status === 'won')),
  ];
}

const Method = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string().check(z.regex(/^\d{4}$/)) }),
});
const BRANDS: Readonly<Partial<Record<string, string>>> = {
  ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', diners: 'Diners Club', discover: 'Discover' },
  ...{ jcb: 'JCB', unionpay: 'UnionPay', cartes_bancaires: 'Carte Bancaire' },
};
const UNKNOWN_BRAND = 'Card';

/** The card of a payer who lets it be kept. */
function cardOf(intent: Intent | null): KeptCard | undefined {
  const { data: method } = z.safeParse(Method, intent?.payment_method);
  if (intent?.setup_future_usage !== 'off_session' || !intent.customer || !method) return undefined;
  const { brand, last4: last_four } = method.card;
  return { token: `${intent.customer}/${method.id}`, brand: BRANDS[brand] ?? UNKNOWN_BRAND, last_four };
}

/** What is charged for a kept card. */
export function chargeOf(token: string): { readonly customer: string; readonly payment_method: string } {
  const parts = /^(cus_\w+)\/(pm_\w+)$/.exec(token);
  if (!parts?.[1] || !parts[2]) throw new ProviderUnavailable('A kept card is not one of Stripe.');
  return { customer: parts[1], payment_method: parts[2] };
}
