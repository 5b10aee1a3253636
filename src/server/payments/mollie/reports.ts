// What a payment at Mollie stands for, as reports that a repeated or late webhook cannot change.
import * as z from 'zod/mini';
import type { ReportKind } from '#domain/payments';
import { type Moved, type Movement, runningTotals } from '../movements.ts';
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

function movements({ amount, _embedded: { refunds, chargebacks } }: StoredPayment): Movement[] {
  const moved = (kind: Moved['kind'], at: string, of: MollieAmount, hasReturned: boolean): Moved => {
    if (of.currency !== amount.currency) throw new ProviderUnavailable('Mollie returned another currency.');
    return { kind, amount: fromMollie(of), at: Date.parse(at), hasReturned };
  };
  return runningTotals([
    ...refunds.map((each) => moved('refunded', each.createdAt, each.amount, FAILED.has(each.status))),
    ...chargebacks.map((each) => moved('chargeback', each.createdAt, each.amount, Boolean(each.reversedAt))),
  ]);
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);
