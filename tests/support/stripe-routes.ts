// The calls of Stripe's API that we use: pages, charges, refunds, disputes, customers, and what an account has switched on.
import { unknownParam } from './stripe-params.ts';
import {
  type Form,
  intentBody,
  invalid,
  listOf,
  metadataIn,
  missing,
  movedBody,
  pageBody,
  refused,
  type StripeAnswer,
  type StripePayment,
} from './stripe-state.ts';

export interface StripeState {
  readonly payments: StripePayment[];
  /** Payments that are answered as they were, by the charge. */
  readonly lagging: Map<string, StripePayment>;
  /** Customers and the card of each. */
  readonly customers: Map<string, { readonly id: string; readonly card: object }>;
  /** What the account has switched on. */
  methods: readonly string[];
  /** Whether charging a kept card fails. */
  declines: boolean;
  /** What statements of cards begin with; null for none. */
  prefix: string | null;
  /** How far its clock is behind ours, in seconds. */
  behind: number;
  idOf(kind: string): string;
}

const secondsAt = ({ behind }: StripeState): number => Math.floor(Date.now() / 1000) - behind;

/**
 * `form` is what was sent: the query of a GET, else the body. A parameter that the release does not have is refused, as by Stripe:
 * a removed one has a code of its own.
 */
export function answerStripe(state: StripeState, verb: string, path: string, form: Form): StripeAnswer {
  const parts = path.replace(/^\/v1\//, '').split('/');
  const unknown = unknownParam(verb, parts, form);
  if (unknown === 'payment_method_types')
    return refused(400, 'invalid_request_error', { code: 'payment_method_types_no_longer_supported', param: unknown });
  if (unknown !== null) return refused(400, 'invalid_request_error', { code: 'parameter_unknown', param: unknown });
  if (parts[0] === 'checkout') return pages(state, verb, parts.slice(2), form);
  if (parts[0] === 'payment_intents') return intents(state, verb, parts.slice(1), form);
  if (parts[0] === 'refunds') return refunds(state, verb, form);
  if (parts[0] === 'disputes') return moved(state, 'dispute', form);
  if (parts[0] === 'customers') return forget(state, verb, parts[1] ?? '');
  if (parts[0] === 'payment_method_configurations') return settings(state);
  if (parts[0] === 'account') return { status: 200, body: accountBody(state) };
  return missing();
}

/** Newest first. */
const listed = (state: StripeState, form: Form, idOf: (payment: StripePayment) => string | null): StripePayment[] => {
  const all = state.payments.filter(
    (each) =>
      idOf(each) !== null &&
      each.created >= Number(form['created[gte]'] ?? 0) &&
      each.created <= Number(form['created[lte]'] ?? Infinity) &&
      (form['customer'] === undefined || each.customer === form['customer']),
  );
  const start = form['starting_after'];
  const newest = all.reverse();
  return start === undefined ? newest : newest.slice(newest.findIndex((each) => idOf(each) === start) + 1);
};

const current = (state: StripeState, payment: StripePayment): StripePayment =>
  state.lagging.get(payment.intent) ?? payment;

function pages(state: StripeState, verb: string, [id, part]: readonly string[], form: Form): StripeAnswer {
  if (id === undefined) return verb === 'POST' ? openPage(state, form) : listPages(state, form);
  const payment = state.payments.find(({ page }) => page === id);
  if (!payment) return missing();
  if (verb === 'GET') return { status: 200, body: pageBody(current(state, payment), form['expand[0]']) };
  if (part === 'expire') {
    if (payment.status !== 'open') return invalid('session');
    payment.status = 'expired';
  } else payment.metadata = { ...payment.metadata, ...metadataIn(form) };
  return { status: 200, body: pageBody(payment) };
}

function listPages(state: StripeState, form: Form): StripeAnswer {
  const wanted = form['payment_intent'];
  const found = listed(state, form, ({ page }) => page).filter(
    ({ intent, intentStatus }) => wanted === undefined || (intentStatus !== null && intent === wanted),
  );
  const limit = Number(form['limit'] ?? 10);
  return listOf(
    'checkout/sessions',
    found.slice(0, limit).map((each) => pageBody(each)),
    found.length > limit,
  );
}

/** Money is given in whole minor units. */
const isAmount = (value: string | undefined): boolean => /^[1-9]\d{0,7}$/.test(value ?? '');
const isCurrency = (value: string | undefined): boolean => /^[a-z]{3}$/.test(value ?? '');

function openPage(state: StripeState, form: Form): StripeAnswer {
  const price = 'line_items[0][price_data]';
  const method = form['allowed_payment_method_types[0]'] ?? '';
  const descriptor = `payment_intent_data[statement_descriptor${method === 'card' ? '' : '_suffix'}]`;
  if (form['mode'] !== 'payment') return invalid('mode');
  if (!isAmount(form[`${price}[unit_amount]`])) return invalid('line_items[0][price_data][unit_amount]');
  if (!isCurrency(form[`${price}[currency]`])) return invalid('line_items[0][price_data][currency]');
  if (!state.methods.includes(method)) return invalid('allowed_payment_method_types');
  if (!URL.canParse(form['success_url'] ?? '')) return invalid('success_url');
  // Which of the two a method has is told apart, and the wrong one refused.
  if (form[descriptor] !== undefined) return invalid(descriptor);
  const keeps = form['customer_creation'] === 'always';
  const payment: StripePayment = {
    ...{ page: state.idOf('cs_test'), intent: state.idOf('pi'), created: secondsAt(state), asked: form },
    ...{ amount: Number(form[`${price}[unit_amount]`]), currency: form[`${price}[currency]`] ?? '' },
    ...{ status: 'open', intentStatus: null, customer: keeps ? state.idOf('cus') : null, method: null },
    ...{ metadata: metadataIn(form), refunds: [], disputes: [] },
  };
  state.payments.push(payment);
  return { status: 200, body: pageBody(payment) };
}

function intents(state: StripeState, verb: string, [id]: readonly string[], form: Form): StripeAnswer {
  if (id === undefined && verb === 'GET') {
    const found = listed(state, form, ({ intent, intentStatus }) => (intentStatus === null ? null : intent));
    const limit = Number(form['limit'] ?? 10);
    return listOf(
      'payment_intents',
      found.slice(0, limit).map((each) => intentBody(each, false)),
      found.length > limit,
    );
  }
  if (id === undefined) return charge(state, form);
  const payment = state.payments.find(({ intent, intentStatus }) => intent === id && intentStatus !== null);
  if (!payment) return missing();
  if (verb === 'POST') return invalid('intent');
  return { status: 200, body: intentBody(current(state, payment), form['expand[0]'] === 'payment_method') };
}

/** Charges a kept card at once. A declined one is answered with an error that names the payment. */
function charge(state: StripeState, form: Form): StripeAnswer {
  const customer = form['customer'] ?? '';
  const kept = state.customers.get(customer);
  if (!isAmount(form['amount'])) return invalid('amount');
  if (form['off_session'] !== 'true' || form['confirm'] !== 'true') return invalid('off_session');
  if (form['statement_descriptor'] !== undefined) return invalid('statement_descriptor');
  if (form['allowed_payment_method_types[0]'] !== 'card') return invalid('allowed_payment_method_types');
  if (!URL.canParse(form['return_url'] ?? '')) return invalid('return_url');
  if (!kept || kept.id !== form['payment_method']) return invalid('payment_method');
  const payment: StripePayment = {
    ...{ page: null, intent: state.idOf('pi'), created: secondsAt(state), asked: form, amount: Number(form['amount']) },
    ...{ currency: form['currency'] ?? '', status: 'complete', customer, method: kept, metadata: metadataIn(form) },
    ...{ intentStatus: state.declines ? 'requires_payment_method' : 'succeeded', refunds: [], disputes: [] },
  };
  state.payments.push(payment);
  const body = intentBody(payment, false);
  if (state.declines) return refused(402, 'card_error', { code: 'card_declined', payment_intent: body });
  return { status: 200, body };
}

function refunds(state: StripeState, verb: string, form: Form): StripeAnswer {
  if (verb === 'GET') return moved(state, 'refund', form);
  const payment = state.payments.find(({ intent }) => intent === form['payment_intent']);
  if (!payment) return invalid('payment_intent');
  const amount = Number(form['amount']);
  const gone = [...payment.refunds.filter(({ status }) => status !== 'failed'), ...payment.disputes];
  const left = payment.amount - gone.reduce((sum, each) => sum + each.amount, 0);
  if (payment.intentStatus !== 'succeeded' || !isAmount(form['amount']) || amount > left) return invalid('amount');
  const metadata = metadataIn(form);
  const refund = { id: state.idOf('re'), amount, created: secondsAt(state), status: 'pending', metadata };
  payment.refunds.push(refund);
  return { status: 200, body: movedBody('refund', payment, refund) };
}

function moved(state: StripeState, kind: 'refund' | 'dispute', form: Form): StripeAnswer {
  const found = state.payments.find(({ intent }) => intent === form['payment_intent']);
  const payment = found && current(state, found);
  const items = payment ? payment[kind === 'refund' ? 'refunds' : 'disputes'] : [];
  return listOf(
    `${kind}s`,
    // Newest first.
    items.toReversed().map((each) => movedBody(kind, payment as StripePayment, each)),
  );
}

function forget(state: StripeState, verb: string, id: string): StripeAnswer {
  if (verb !== 'DELETE' || !state.customers.delete(id)) return missing();
  return { status: 200, body: { id, object: 'customer', deleted: true } };
}

function settings({ methods }: StripeState): StripeAnswer {
  const on = Object.fromEntries(
    ['card', 'apple_pay', 'ideal', 'paypal', 'p24', 'eps'].map((name) => [
      name,
      { available: methods.includes(name), display_preference: { value: 'on' } },
    ]),
  );
  const [ideal, id] = [{ available: true }, 'pmc_2'];
  const others = [
    { id, is_default: false, application: null, active: true, ideal },
    { id: 'pmc_3', is_default: true, application: 'ca_1', active: true, ideal },
  ];
  const own = { id: 'pmc_1', is_default: true, application: null, active: true, ...on };
  return listOf('payment_method_configurations', [...others, own]);
}

const accountBody = ({ prefix }: StripeState): object => ({
  ...{ id: 'acct_1', object: 'account' },
  settings: { card_payments: { statement_descriptor_prefix: prefix }, payments: { statement_descriptor: 'ACME' } },
});
