// A local server that answers as Stripe's documented API does; the test pays, refunds, and lets it fail or lose answers.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeAccount } from '#server/payments/stripe/calls';
import { RELEASE } from './stripe-params.ts';
import { answerStripe, type StripeState } from './stripe-routes.ts';
import { type Form, refused, type StripeAnswer, type StripePayment } from './stripe-state.ts';

export const STRIPE_KEY = `sk_test_${'k'.repeat(24)}`;
export const STRIPE_SECRET = `whsec_${'w'.repeat(24)}`;

export interface StripeHost extends StripeState {
  readonly account: StripeAccount;
  /** Method and path of each request that arrived. */
  readonly requests: string[];
  /** Each answer is this error, as when it is down; null for none. */
  failsWith: number | null;
  /** How a refund is refused before its work begins; null for not at all. */
  refusesRefunds: { readonly status: number; readonly code: string | undefined } | null;
  /** What its key has no right to, such as `GET refunds`. */
  forbids: readonly string[];
  /** How many answers are lost after their work is done. */
  losesAnswers: number;
  /** Whether nothing is done and answered. */
  hangs: boolean;
  /** The only key that it accepts. */
  key: string;
  payment(ref: string): StripePayment;
  /** Changes a payment, and keeps what it was for `answersAs`. */
  change(ref: string, change: (payment: StripePayment) => void): void;
  /** The payer pays on the page, as far as their method says at once. */
  pay(ref: string, intentStatus?: string): void;
  refund(ref: string, amount: number, status?: string): void;
  dispute(ref: string, amount: number, status?: string, currency?: string): void;
  /** Answers about a payment as it was after so many changes, as a copy does that lags behind. */
  answersAs(ref: string, changes: number | null): void;
  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}

export async function startStripeHost(): Promise<StripeHost> {
  const kept = new Map<string, { readonly sent: string; readonly answer: StripeAnswer }>();
  const past = new Map<string, StripePayment[]>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = answerOnce(request, body);
      if (answer === null) return;
      if (host.losesAnswers > 0 && request.method !== 'GET') {
        host.losesAnswers -= 1;
        return void response.destroy();
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** The same key again gets the same answer, and nothing is done; with something else to do it is refused. */
  const answerOnce = (request: IncomingMessage, body: string): StripeAnswer | null => {
    const verb = request.method ?? '';
    const { pathname, search } = new URL(request.url ?? '', url);
    host.requests.push(`${verb} ${pathname}`);
    if (host.hangs) return null;
    if (request.headers.authorization !== `Bearer ${host.key}`) return refused(401, 'invalid_request_error');
    if (request.headers['stripe-version'] !== RELEASE) return refused(400, 'invalid_request_error');
    const resource = pathname.split('/')[2] ?? '';
    if (host.forbids.includes(`${verb} ${resource}`)) return refused(403, 'invalid_request_error');
    if (host.refusesRefunds !== null && verb === 'POST' && resource === 'refunds')
      return refused(host.refusesRefunds.status, 'invalid_request_error', { code: host.refusesRefunds.code });
    const key = request.headers['idempotency-key'];
    const before = key === undefined ? undefined : kept.get(String(key));
    if (before) return before.sent === body ? before.answer : refused(400, 'idempotency_error');
    const form: Form = Object.fromEntries(new URLSearchParams(verb === 'GET' ? search : body));
    const answer =
      host.failsWith === null ? answerStripe(host, verb, pathname, form) : refused(host.failsWith, 'api_error');
    // What is refused before its work begins is not kept. A failure within is, and is answered again.
    if (key !== undefined && answer.status !== 400) kept.set(String(key), { sent: body, answer });
    return answer;
  };

  const move =
    (list: 'refunds' | 'disputes', kind: string) => (ref: string, amount: number, status: string, currency?: string) =>
      host.change(ref, (payment) => {
        const moved = { id: host.idOf(kind), amount, created: (moves += 10), status, metadata: {} };
        payment[list].push({ ...moved, ...(currency === undefined ? {} : { currency }) });
      });
  const host: StripeHost = {
    account: { key: STRIPE_KEY, url, webhookSecrets: [`whsec_${'v'.repeat(24)}`, STRIPE_SECRET] },
    ...{ refusesRefunds: null, forbids: [], prefix: 'MB', behind: 0 },
    ...{ requests: [], failsWith: null, losesAnswers: 0, hangs: false, key: STRIPE_KEY, declines: false, payments: [] },
    ...{ lagging: new Map(), customers: new Map(), methods: 'card apple_pay ideal paypal p24 eps'.split(' ') },
    idOf: (kind) => `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`,
    payment(ref) {
      const found = host.payments.find(({ page, intent }) => page === ref || intent === ref);
      if (!found) throw new Error(`There is no payment ${ref}.`);
      return found;
    },
    change(ref, change) {
      const payment = host.payment(ref);
      past.set(payment.intent, [...(past.get(payment.intent) ?? []), structuredClone(payment)]);
      change(payment);
    },
    pay: (ref, intentStatus = 'succeeded') =>
      host.change(ref, (payment) => Object.assign(payment, { status: 'complete', intentStatus })),
    refund: (ref, amount, status = 'succeeded') => move('refunds', 're')(ref, amount, status),
    dispute: (ref, amount, status = 'needs_response', currency = host.payment(ref).currency) =>
      move('disputes', 'du')(ref, amount, status, currency),
    answersAs(ref, changes) {
      const { intent } = host.payment(ref);
      const before = changes === null ? undefined : past.get(intent)?.[changes];
      if (before) host.lagging.set(intent, before);
      else host.lagging.delete(intent);
    },
    forgetKeys: () => kept.clear(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}

/** Later than what the clock says now, and each later than the one before. */
let moves = Math.floor(Date.now() / 1000);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
