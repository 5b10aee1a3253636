// Client of the payment sandbox, which behaves like a provider but moves no money.
import * as z from 'zod/mini';
import { paymentStatuses } from '#contract/credits';
import { type PaymentReport, reportKinds } from '#domain/payments';
import { MalformedReport, type Provider, ProviderUnavailable, RefundRefused, type Report } from './provider.ts';
import { apiToken, isSigned } from './signature.ts';

const TIMEOUT_MS = 5000;

/** PostgreSQL text cannot contain NUL. */
const storableText = z.string().check(z.maxLength(100), z.regex(/^[^\0]*$/));
const nonEmptyText = storableText.check(z.minLength(1));

const Card = z.object({ token: nonEmptyText, brand: nonEmptyText, last_four: z.string().check(z.regex(/^[0-9]{4}$/)) });
const Created = z.object({ ref: nonEmptyText, redirect: z.url({ protocol: /^https?$/ }) });
const PaymentState = z.object({
  ref: nonEmptyText,
  reference: z.string(),
  status: z.enum(paymentStatuses),
  amount: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  reversed: z.int(),
  currency: z.string(),
  card: z.optional(Card),
});
const Event = z.object({
  event: nonEmptyText,
  kind: storableText,
  ref: storableText,
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  card: z.optional(Card),
});

export interface SandboxAddress {
  /** Base URL of the sandbox. */
  readonly url: string;
  /** The secret shared with the sandbox. */
  readonly secret: string;
}

export function sandboxProvider(address: SandboxAddress): Provider {
  return {
    name: 'sandbox',
    acknowledged: 204,
    takes: () => true,
    async create({ id, orderedAt: _, hasBankStep, returnTo, keepsCard, debit, ...order }) {
      const account = debit && { mandate: debit.mandate, holder: debit.holder, iban: debit.iban };
      const body = {
        ...order,
        reference: id,
        bank_step: hasBankStep,
        return_to: returnTo,
        keeps_card: keepsCard,
        debit: account,
      };
      return parseAnswer(Created, (await callSandbox(address, '/payments', body)).answer);
    },
    read: (ref) => readState(address, `/payments/${encodeURIComponent(ref)}`),
    find: ({ tenant, id }) => readState(address, `/orders/${tenant}/${encodeURIComponent(id)}`),
    async cancel(ref) {
      const { status } = await callSandbox(address, `/payments/${encodeURIComponent(ref)}/cancel`, {});
      if (status !== 204 && status !== 409 && status !== 404)
        throw new ProviderUnavailable(`The sandbox refused a cancellation with ${status}.`);
    },
    async refund({ ref, key, amount }) {
      const path = `/payments/${encodeURIComponent(ref)}/refund`;
      const { status } = await callSandbox(address, path, { key, amount });
      if (status === 409) throw new RefundRefused('The sandbox refused a refund with 409.');
      if (status !== 204) throw new ProviderUnavailable(`The sandbox refused a refund with ${status}.`);
    },
    async forget(token) {
      const { status } = await callSandbox(address, `/cards/${encodeURIComponent(token)}/forget`, {});
      if (status !== 204) throw new ProviderUnavailable(`The sandbox refused to forget a card with ${status}.`);
    },
    receive(headers, bytes, tenant, now) {
      if (!isSigned(address.secret, tenant, bytes, now, (name) => headers.header(name))) return Promise.resolve(null);
      const body = new TextDecoder().decode(bytes);
      const { success, data: event } = z.safeParse(Event, asJson(body));
      if (!success) return Promise.reject(new MalformedReport('The sandbox sent invalid data.'));
      return Promise.resolve([reportOf(event, event.event, event.kind, body)]);
    },
  };
}

async function readState(address: SandboxAddress, path: string): Promise<readonly Report[]> {
  const { status, answer } = await callSandbox(address, path);
  if (status === 404) return [];
  const state = parseAnswer(PaymentState, answer);
  return reportsIn(state).map(({ kind, amount }) =>
    reportOf({ ...state, amount }, `read:${state.ref}:${kind}:${amount}`, kind, JSON.stringify(state)),
  );
}

/** The reports that a payment's state stands for; any report about moved money implies that it was paid. */
function reportsIn({
  status,
  amount,
  refunded,
  charged_back,
  reversed,
}: z.infer<typeof PaymentState>): readonly PaymentReport[] {
  const moved: readonly PaymentReport[] = [
    { kind: 'refunded', amount: refunded },
    { kind: 'chargeback', amount: charged_back },
    { kind: 'reversed', amount: reversed },
  ];
  const reports = moved.filter((each) => each.amount > 0);
  if (reports.length > 0) return reports;
  if (status === 'partly_refunded') throw new ProviderUnavailable('The sandbox returned invalid data.');
  return [{ kind: status, amount }];
}

async function callSandbox(
  { url, secret }: SandboxAddress,
  path: string,
  body?: object,
): Promise<{ status: number; answer: unknown }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = (): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiToken(secret)}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal,
    });
  try {
    // Retries once, since a pooled connection may be from before a restart of the sandbox. Requests are idempotent.
    const response = await send().catch(send);
    const text = await response.text();
    return { status: response.status, answer: response.ok && text !== '' ? JSON.parse(text) : null };
  } catch (error) {
    throw new ProviderUnavailable('The sandbox does not answer.', { cause: error });
  }
}

function parseAnswer<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { success, data } = z.safeParse(schema, answer);
  if (!success) throw new ProviderUnavailable('The sandbox returned invalid data.');
  return data;
}

function reportOf(
  about: Pick<Report, 'ref' | 'amount' | 'currency' | 'card'> & { readonly reference: string },
  eventId: string,
  kind: string,
  body: string,
): Report {
  const { ref, reference, amount, currency, card } = about;
  const knownKind = reportKinds.find((each) => each === kind);
  return { eventId, payment: reference, ref, kind: knownKind ?? 'unknown', amount, currency, card, body };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
