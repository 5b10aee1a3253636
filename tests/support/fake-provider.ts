// A payment provider in memory for the api tests: signs like the sandbox, and fails, stalls and forgets on demand.
import type { PaymentReport, ReportKind } from '#domain/payments';
import {
  type Provider,
  ProviderUnavailable,
  type ProviderOrder,
  type RefundOrder,
  RefundRefused,
  type Report,
} from '#server/payments/provider';
import { sandboxProvider } from '#server/payments/sandbox';
import { sign } from '#server/payments/signature';
import type { CallAnswer, CallOptions } from './server.ts';

export const SECRET = 'the secret of the test provider';
const real = sandboxProvider({ url: 'http://127.0.0.1:9', secret: SECRET });

export interface FakeProvider extends Provider {
  /** Every order that arrived, including repeated ones. */
  readonly orders: ProviderOrder[];
  /** Its answer about a reference. */
  readonly known: Map<string, ReportKind>;
  /** What it answers instead about a reference of which money has moved. */
  readonly moved: Map<string, readonly PaymentReport[]>;
  /** Refunds by key, as accepted. */
  readonly refunds: Map<string, RefundOrder>;
  /** Tokens of the cards it was told to forget. */
  readonly forgotten: string[];
  isDown: boolean;
  refusesRefunds: boolean;
}

export function fakeProvider(): FakeProvider {
  const orders: ProviderOrder[] = [];
  const known = new Map<string, ReportKind>();
  const provider: FakeProvider = {
    ...real,
    orders,
    known,
    moved: new Map(),
    refunds: new Map(),
    forgotten: [],
    isDown: false,
    refusesRefunds: false,
    create(order) {
      if (provider.isDown) return Promise.reject(new ProviderUnavailable('away'));
      orders.push(order);
      const ref = refOf(order.id);
      known.set(ref, known.get(ref) ?? 'created');
      return Promise.resolve({
        ref,
        redirect: order.card || order.debit ? order.returnTo : `http://localhost:9/pay/${ref}`,
      });
    },
    refund(refund) {
      if (provider.isDown) return Promise.reject(new ProviderUnavailable('away'));
      if (provider.refusesRefunds) return Promise.reject(new RefundRefused('refused'));
      provider.refunds.set(refund.key, provider.refunds.get(refund.key) ?? refund);
      return Promise.resolve();
    },
    forget(token) {
      if (provider.isDown) return Promise.reject(new ProviderUnavailable('away'));
      provider.forgotten.push(token);
      return Promise.resolve();
    },
    cancel(ref) {
      if (provider.isDown) return Promise.reject(new ProviderUnavailable('away'));
      if (known.get(ref) === 'created') known.set(ref, 'cancelled');
      return Promise.resolve();
    },
    find: ({ id }) => provider.read(refOf(id)),
    read(ref) {
      if (provider.isDown) return Promise.reject(new ProviderUnavailable('away'));
      const [order, kind] = [orders.find(({ id }) => refOf(id) === ref), known.get(ref)];
      if (!order || !kind) return Promise.resolve([]);
      const moved = provider.moved.get(ref) ?? [];
      const told = moved.length > 0 ? moved : [{ kind, amount: order.amount }];
      return Promise.resolve(
        told.map(({ kind, amount }) => ({
          ...reportOf({ ...order, amount }, kind),
          eventId: `read:${ref}:${kind}:${amount}`,
        })),
      );
    },
  };
  return provider;
}

/** Its reference of a payment. */
export const refOf = (payment: string): string => `ref-${payment}`;

/** A report about an order as the server parses it; each one is a new event. */
export const reportOf = (
  { id, amount, currency }: Pick<ProviderOrder, 'id' | 'amount' | 'currency'>,
  kind: ReportKind,
): Report => ({ eventId: crypto.randomUUID(), payment: id, ref: refOf(id), kind, amount, currency, body: '' });

export interface Notice {
  readonly event: string;
  readonly kind: string;
  readonly ref: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}

/** The content of a report about an order; each one is a new event. */
export const noticeOf = (
  order: Pick<ProviderOrder, 'id' | 'amount' | 'currency'>,
  kind: string,
  event = `evt_${crypto.randomUUID()}`,
): Notice => ({
  ...{ event, kind, ref: refOf(order.id), reference: order.id },
  ...{ amount: order.amount, currency: order.currency },
});

interface Target {
  now(): Date;
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
}

/** Sends a report as the provider does, signed for the site of tenant `tenant`. */
export function notify(
  server: Target,
  tenant: number,
  notice: object,
  options: Pick<CallOptions, 'site' | 'headers'> = {},
): Promise<CallAnswer> {
  const body = JSON.stringify(notice);
  const signed = sign(SECRET, tenant, Buffer.from(body), server.now());
  return server.call('/api/webhook/sandbox', {
    method: 'POST',
    body,
    ...options,
    headers: { ...asSent, ...signed, ...options.headers },
  });
}

/** A provider is no browser and sends none of its headers. */
const asSent = {
  'sec-fetch-site': null,
  'sec-fetch-mode': null,
  'sec-fetch-dest': null,
  'idempotency-key': null,
  'content-type': 'application/json',
};
