// The calls of Mollie's API that we use: payments, refunds, customers, mandates, methods.
import {
  errorAnswer,
  listBody,
  type MollieAnswer,
  type MollieMoney,
  type MolliePayment,
  paymentBody,
  refundBody,
} from './mollie-answers.ts';

export interface MollieState {
  readonly url: string;
  readonly payments: Map<string, MolliePayment>;
  /** Payments that are answered as they were. */
  readonly lagging: Map<string, MolliePayment>;
  /** What each customer's mandates were made of; null for a card. */
  readonly mandates: Map<string, Map<string, Record<string, unknown> | null>>;
  /** What the account has switched on. */
  methods: readonly string[];
  /** Whether charging a kept card fails. */
  declines: boolean;
  idOf(kind: string): string;
}

type Body = Readonly<Record<string, unknown>>;

export function answerMollie(state: MollieState, verb: string, address: URL, body: Body): MollieAnswer {
  const [, version, kind, id, part, partId] = address.pathname.split('/');
  if (version !== 'v2') return errorAnswer(404, 'No such page.');
  if (kind === 'methods') return methods(state, address);
  if (kind === 'customers') return customers(state, verb, { id, part, partId }, body);
  if (kind !== 'payments') return errorAnswer(404, 'No such page.');
  if (id === undefined) return verb === 'POST' ? createPayment(state, body) : listPayments(state, address);
  const payment = state.payments.get(id);
  if (!payment) return errorAnswer(404, `No payment exists with token ${id}.`);
  if (part === 'refunds') return refunds(state, verb, payment, body);
  if (verb === 'DELETE') return cancelPayment(state, payment);
  const embeds = (address.searchParams.get('embed') ?? '').split(',').filter(Boolean);
  return { status: 200, body: paymentBody(state.url, state.lagging.get(id) ?? payment, embeds) };
}

function methods({ methods }: MollieState, address: URL): MollieAnswer {
  const isAgain = address.searchParams.get('sequenceType') === 'recurring';
  const names = isAgain ? ['creditcard', 'directdebit'] : methods;
  return {
    status: 200,
    body: listBody(
      'methods',
      names.map((id) => ({ resource: 'method', id, description: id, status: 'activated', _links: {} })),
    ),
  };
}

function amountFault(amount: unknown): MollieAnswer | null {
  const { value, currency } = (amount ?? {}) as Partial<MollieMoney>;
  const isRight = /^\d+\.\d\d$/.test(String(value)) && /^[A-Z]{3}$/.test(String(currency));
  return isRight ? null : errorAnswer(422, 'The amount is invalid.', 'amount');
}

function createPayment(state: MollieState, body: Body): MollieAnswer {
  const { amount, description, redirectUrl, sequenceType, customerId, mandateId } = body;
  const fault = amountFault(amount);
  if (fault) return fault;
  if (typeof description !== 'string') return errorAnswer(422, 'The description is missing.', 'description');
  const isAgain = sequenceType === 'recurring';
  if (!isAgain && typeof redirectUrl !== 'string') return errorAnswer(422, 'The URL is missing.', 'redirectUrl');
  const mandates = state.mandates.get(String(customerId));
  if (sequenceType !== undefined && !mandates) return errorAnswer(422, 'The customer is unknown.', 'customerId');
  const mandate = mandates?.get(String(mandateId));
  if (isAgain && mandate === undefined) return errorAnswer(422, 'The mandate is invalid.', 'mandateId');
  const payment: MolliePayment = {
    ...{ id: state.idOf('tr'), createdAt: new Date().toISOString(), asked: body, amount: amount as MollieMoney },
    status: !isAgain ? 'open' : mandate ? 'pending' : state.declines ? 'failed' : 'paid',
    ...{ mandateId: isAgain ? String(mandateId) : null, details: null, refunds: [], chargebacks: [] },
  };
  state.payments.set(payment.id, payment);
  return { status: 201, body: paymentBody(state.url, payment, []) };
}

/** Newest first. */
function listPayments(state: MollieState, address: URL): MollieAnswer {
  const all = [...state.payments.values()].reverse();
  const from = address.searchParams.get('from');
  const start = from === null ? 0 : all.findIndex(({ id }) => id === from);
  const limit = Number(address.searchParams.get('limit') ?? 50);
  const next = all[start + limit]?.id;
  const items = all.slice(start, start + limit).map((payment) => paymentBody(state.url, payment, []));
  const nextUrl = next === undefined ? null : `${state.url}/v2/payments?from=${next}&limit=${limit}`;
  return { status: 200, body: listBody('payments', items, nextUrl) };
}

function cancelPayment(state: MollieState, payment: MolliePayment): MollieAnswer {
  if (payment.status !== 'open') return errorAnswer(422, 'The payment cannot be canceled.');
  payment.status = 'canceled';
  return { status: 200, body: paymentBody(state.url, payment, []) };
}

function refunds(state: MollieState, verb: string, payment: MolliePayment, body: Body): MollieAnswer {
  const { url } = state;
  if (verb === 'GET')
    return {
      status: 200,
      body: listBody(
        'refunds',
        payment.refunds.map((each) => refundBody(url, payment.id, each)),
      ),
    };
  const fault = amountFault(body['amount']);
  if (fault) return fault;
  const amount = body['amount'] as MollieMoney;
  const gone = [...payment.refunds.filter(({ status }) => status !== 'failed'), ...payment.chargebacks];
  const left = Number(payment.amount.value) - gone.reduce((sum, each) => sum + Number(each.amount.value), 0);
  if (payment.status !== 'paid' || Number(amount.value) > left + 0.001)
    return errorAnswer(422, 'The amount is higher than the maximum.', 'amount');
  const refund = { id: state.idOf('re'), amount, metadata: body['metadata'], createdAt: new Date().toISOString() };
  payment.refunds.push({ ...refund, status: 'pending' });
  return { status: 201, body: refundBody(url, payment.id, { ...refund, status: 'pending' }) };
}

interface Part {
  readonly id: string | undefined;
  readonly part: string | undefined;
  readonly partId: string | undefined;
}

function customers(state: MollieState, verb: string, { id, part, partId }: Part, body: Body): MollieAnswer {
  if (id === undefined) {
    const made = state.idOf('cst');
    state.mandates.set(made, new Map());
    return { status: 201, body: { resource: 'customer', id: made, mode: 'test', ...body, _links: {} } };
  }
  const mandates = state.mandates.get(id);
  if (!mandates || part !== 'mandates') return errorAnswer(404, 'No such customer.');
  if (verb === 'POST') {
    const made = state.idOf('mdt');
    mandates.set(made, body);
    return { status: 201, body: { resource: 'mandate', id: made, status: 'valid', ...body, _links: {} } };
  }
  return mandates.delete(partId ?? '') ? { status: 204, body: null } : errorAnswer(404, 'No such mandate.');
}
