// A local server that answers as Mollie's documented API does; the test pays, refunds, and lets it fail or lose answers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { errorAnswer, type MollieAnswer, type MollieMoney, type MolliePayment } from './mollie-answers.ts';
import { answerMollie, type MollieState } from './mollie-routes.ts';

/** Of the webhooks' addresses. */
export const WEBHOOK_SECRET = Buffer.alloc(32, 'w');
export const MOLLIE_KEY = `test_${'k'.repeat(30)}`;

export interface MollieHost extends MollieState {
  readonly url: string;
  /** Method and path of each request that arrived. */
  readonly requests: string[];
  /** Each answer is this error, as when it is down; null for none. */
  failsWith: number | null;
  /** The next answer is this error, after which a client repeats; then `answered` is done. */
  failsOnce: number | null;
  readonly answered: PromiseWithResolvers<null>;
  /** How many answers are lost after their work is done. */
  losesAnswers: number;
  /** The only key that it accepts. */
  key: string;
  payment(ref: string): MolliePayment;
  /** Changes a payment, and keeps what it was for `answersAs`. */
  change(ref: string, change: (payment: MolliePayment) => void): void;
  refund(ref: string, value: string, status?: string): void;
  chargeBack(ref: string, value: string): void;
  /** Answers about a payment as it was after so many changes, as a copy does that lags behind. */
  answersAs(ref: string, changes: number | null): void;
  /** Forgets idempotency keys, as Mollie does after an hour. */
  forgetKeys(): void;
  close(): Promise<void>;
}

const idOf = (kind: string): string => `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`;

export async function startMollieHost(): Promise<MollieHost> {
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-mollie-'));
  makeCertificate(folder, 'localhost');
  // The client trusts its own list of authorities only.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const kept = new Map<string, MollieAnswer>();
  const past = new Map<string, MolliePayment[]>();
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) },
    (request, response) => {
      void bodyOf(request).then((body) => {
        const answer = answerOnce(request, body);
        if (host.losesAnswers > 0 && request.method !== 'GET') {
          host.losesAnswers -= 1;
          return void response.destroy();
        }
        response.writeHead(answer.status, { 'content-type': 'application/hal+json', 'retry-after': '0' });
        response.end(answer.body === null ? '' : JSON.stringify(answer.body));
      });
    },
  );
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** The same key again gets the same answer, and nothing is done. */
  const answerOnce = (request: IncomingMessage, body: Record<string, unknown>): MollieAnswer => {
    host.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (request.headers.authorization !== `Bearer ${host.key}`) return errorAnswer(401, 'Missing authentication.');
    if (host.failsOnce !== null) {
      const status = host.failsOnce;
      host.failsOnce = null;
      host.answered.resolve(null);
      return errorAnswer(status, 'The API is not available.');
    }
    if (host.failsWith !== null) return errorAnswer(host.failsWith, 'The API is not available.');
    const key = request.headers['idempotency-key'];
    const place = `${request.method} ${request.url} ${String(key)}`;
    const answer = kept.get(place) ?? answerMollie(host, request.method ?? '', new URL(request.url ?? '', url), body);
    if (key !== undefined) kept.set(place, answer);
    return answer;
  };

  const host: MollieHost = {
    url,
    ...{
      requests: [],
      failsWith: null,
      failsOnce: null,
      answered: Promise.withResolvers(),
      losesAnswers: 0,
      key: MOLLIE_KEY,
      declines: false,
      idOf,
    },
    payments: new Map(),
    mandates: new Map(),
    lagging: new Map(),
    methods: 'ideal creditcard paypal bancontact eps przelewy24 banktransfer applepay googlepay'.split(' '),
    payment(ref) {
      const found = host.payments.get(ref);
      if (!found) throw new Error(`There is no payment ${ref}.`);
      return found;
    },
    change(ref, change) {
      const payment = host.payment(ref);
      past.set(ref, [...(past.get(ref) ?? []), structuredClone(payment)]);
      change(payment);
    },
    refund: (ref, value, status = 'refunded') =>
      host.change(ref, ({ amount, refunds }) =>
        refunds.push({ id: idOf('re'), ...moved(amount, value), metadata: null, status }),
      ),
    chargeBack: (ref, value) =>
      host.change(ref, ({ amount, chargebacks }) =>
        chargebacks.push({ id: idOf('chb'), ...moved(amount, value), reversedAt: null }),
      ),
    answersAs(ref, changes) {
      const before = changes === null ? undefined : past.get(ref)?.[changes];
      if (before) host.lagging.set(ref, before);
      else host.lagging.delete(ref);
    },
    forgetKeys: () => kept.clear(),
    close: () => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}

let moves = 0;
const moved = ({ currency }: MollieMoney, value: string) => ({
  amount: { currency, value },
  createdAt: new Date(Date.now() + (moves += 1000)).toISOString(),
});

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
