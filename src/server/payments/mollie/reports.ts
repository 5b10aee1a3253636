// What a payment at Mollie stands for, as reports that a repeated or late webhook cannot change.
import * as z from 'zod/mini';
import type { ReportKind } from '#domain/payments';
import { type KeptCard, ProviderUnavailable, type Report } from '../provider.ts';
import { fromMollie, type MollieAmount } from './amounts.ts';

/** Mollie's own name for a payment. */
export const PAYMENT_ID = /^tr_\w{1,60}$/;

const Amount = z.object({ currency: z.string(), value: z.string() });
const embedded = <T extends z.ZodMiniType>(item: T) => z._default(z.array(item), []);

const StoredPayment = z.object({
  id: z.string().check(z.regex(PAYMENT_ID)),
  status: z.string(),
  amount: Amount,
  metadata: z.unknown(),
  sequenceType: z.optional(z.nullable(z.string())),
  customerId: z.optional(z.nullable(z.string())),
  mandateId: z.optional(z.nullable(z.string())),
  details: z.optional(
    z.nullable(
      z.object({ cardNumber: z.optional(z.nullable(z.string())), cardLabel: z.optional(z.nullable(z.string())) }),
    ),
  ),
  _embedded: z._default(
    z.object({
      refunds: embedded(z.object({ amount: Amount, status: z.string(), createdAt: z.string() })),
      chargebacks: embedded(
        z.object({ amount: Amount, createdAt: z.string(), reversedAt: z.optional(z.nullable(z.string())) }),
      ),
    }),
    { refunds: [], chargebacks: [] },
  ),
});
type StoredPayment = z.infer<typeof StoredPayment>;

const Metadata = z.object({ tenant: z.int(), order: z.string() });
type Metadata = z.infer<typeof Metadata>;

/** Whose order a payment is; null for one that was not made here. */
export function orderOf(metadata: unknown): Metadata | null {
  const { success, data } = z.safeParse(Metadata, metadata);
  return success ? data : null;
}

/** `authorized` is money that is reserved and not taken; Mollie takes it by itself. */
const KINDS: Readonly<Partial<Record<string, ReportKind>>> = {
  open: 'created',
  pending: 'pending',
  authorized: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'expired',
};

/** The reports of a payment with its refunds and chargebacks; none for one that was not made here. */
export function reportsOf(answer: unknown): { readonly tenant: number; readonly reports: readonly Report[] } | null {
  const { success, data: payment } = z.safeParse(StoredPayment, answer);
  if (!success) throw new ProviderUnavailable('Mollie returned invalid data.');
  const order = orderOf(payment.metadata);
  if (!order) return null;
  const { id: ref, status, amount, _embedded: moved } = payment;
  const body = JSON.stringify({ id: ref, status, amount, ...moved });
  const report = (kind: Report['kind'], of: number, card?: KeptCard): Report => ({
    ...{ eventId: `${ref}:${kind === 'unknown' ? status : kind}:${of}`, payment: order.order, ref, kind, amount: of },
    ...{ currency: amount.currency, body, ...(card ? { card } : {}) },
  });
  const own = report(KINDS[status] ?? 'unknown', fromMollie(amount), status === 'paid' ? cardOf(payment) : undefined);
  return { tenant: order.tenant, reports: [own, ...movements(payment).map(({ kind, total }) => report(kind, total))] };
}

/** The card of a first payment whose payer lets it be kept. */
function cardOf({ sequenceType, customerId, mandateId, details }: StoredPayment): KeptCard | undefined {
  const last_four = details?.cardNumber?.slice(-4) ?? '';
  if (sequenceType !== 'first' || !customerId || !mandateId || !/^\d{4}$/.test(last_four)) return undefined;
  return { token: cardToken({ customerId, mandateId }), brand: details?.cardLabel ?? UNKNOWN_BRAND, last_four };
}

const UNKNOWN_BRAND = 'Card';

interface MandateOf {
  readonly customerId: string;
  readonly mandateId: string;
}

export const cardToken = ({ customerId, mandateId }: MandateOf): string => `${customerId}/${mandateId}`;

/** The mandate that stands for a kept card. */
export function mandateOf(token: string): MandateOf {
  const parts = /^(cst_\w+)\/(mdt_\w+)$/.exec(token);
  if (!parts?.[1] || !parts[2]) throw new ProviderUnavailable('A kept card is not one of Mollie.');
  return { customerId: parts[1], mandateId: parts[2] };
}

interface Movement {
  readonly kind: 'refunded' | 'chargeback' | 'reversed';
  /** All of this kind until then, in minor units. */
  readonly total: number;
}

/**
 * Money that went back and came back again, one after the other with its running total: a refund that failed after another
 * one must not add up to more than the price. What failed had gone back before, so that the total never falls.
 */
function movements({ amount, _embedded: { refunds, chargebacks } }: StoredPayment): Movement[] {
  const totals = { refunded: 0, chargeback: 0, reversed: 0 };
  const add = (kind: Movement['kind'], moved: MollieAmount): Movement => {
    if (moved.currency !== amount.currency) throw new ProviderUnavailable('Mollie returned another currency.');
    totals[kind] += fromMollie(moved);
    return { kind, total: totals[kind] };
  };
  const all = [
    ...refunds.map((each) => ({ ...each, kind: 'refunded' as const, hasReturned: FAILED.has(each.status) })),
    ...chargebacks.map((each) => ({ ...each, kind: 'chargeback' as const, hasReturned: Boolean(each.reversedAt) })),
  ].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return all.flatMap((each) => [
    add(each.kind, each.amount),
    ...(each.hasReturned ? [add('reversed', each.amount)] : []),
  ]);
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);
