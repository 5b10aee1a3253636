// The resources of Stripe's API as its documentation describes them, written by hand for tests.

/** A refund or a dispute, in minor units. */
export interface StripeMoved {
  readonly id: string;
  readonly amount: number;
  /** Other than the payment's. */
  readonly currency?: string;
  readonly created: number;
  status: string;
  readonly metadata: unknown;
}

export type Form = Readonly<Record<string, string>>;

/** A payment as the host keeps it: its page, where it has one, and the charge once there is one. */
export interface StripePayment {
  /** Null for a charge without a page. */
  readonly page: string | null;
  readonly intent: string;
  readonly created: number;
  readonly asked: Form;
  amount: number;
  currency: string;
  /** Of the page; `complete` for a charge without one. */
  status: string;
  /** Null before the payer has done something on the page. */
  intentStatus: string | null;
  customer: string | null;
  method: { readonly id: string; readonly card?: object } | null;
  metadata: Readonly<Record<string, string>>;
  readonly refunds: StripeMoved[];
  readonly disputes: StripeMoved[];
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: object;
}

export const refused = (status: number, type: string, more: object = {}): StripeAnswer => ({
  status,
  body: { error: { type, message: 'What was sent is quoted here: MATCHLOOM', ...more } },
});
export const invalid = (param: string): StripeAnswer => refused(400, 'invalid_request_error', { param });
export const missing = (): StripeAnswer => refused(404, 'invalid_request_error', { code: 'resource_missing' });

export const listOf = (path: string, data: readonly object[], has_more = false): StripeAnswer => ({
  status: 200,
  body: { object: 'list', url: `/v1/${path}`, data, has_more },
});

/** The metadata that a form has under `name`. */
export const metadataIn = (form: Form, name = 'metadata'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : '';
      return inner === '' || inner.includes('[') ? [] : [[inner, value]];
    }),
  );

export const intentBody = (payment: StripePayment, expands: boolean): object => ({
  ...{ id: payment.intent, object: 'payment_intent', amount: payment.amount, currency: payment.currency },
  ...{ status: payment.intentStatus, created: payment.created, customer: payment.customer },
  metadata: metadataIn(payment.asked, payment.page ? 'payment_intent_data[metadata]' : 'metadata'),
  setup_future_usage: payment.asked['payment_intent_data[setup_future_usage]'] ?? null,
  payment_method: expands ? payment.method : (payment.method?.id ?? null),
});

export const pageBody = (payment: StripePayment, expand = ''): object => ({
  ...{ id: payment.page, object: 'checkout.session', mode: 'payment', status: payment.status },
  ...{ amount_total: payment.amount, currency: payment.currency, created: payment.created, metadata: payment.metadata },
  client_reference_id: payment.asked['client_reference_id'] ?? null,
  payment_status: payment.intentStatus === 'succeeded' ? 'paid' : 'unpaid',
  url: payment.status === 'open' ? `https://checkout.stripe.com/c/pay/${payment.page}` : null,
  payment_intent:
    payment.intentStatus === null
      ? null
      : expand.startsWith('payment_intent')
        ? intentBody(payment, expand === 'payment_intent.payment_method')
        : payment.intent,
});

export const movedBody = (object: string, { intent, currency }: StripePayment, moved: StripeMoved): object => ({
  ...{ object, payment_intent: intent, currency },
  ...moved,
});
