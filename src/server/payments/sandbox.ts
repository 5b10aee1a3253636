// Client of the payment sandbox, which behaves like a provider but moves no money.
import * as z from 'zod/mini';
import { paymentStatuses } from '#contract/credits';
import { type PaymentReport, reportKinds } from '#domain/payments';
import { type Provider, ProviderUnavailable, type Report } from './provider.ts';
import { apiToken, isSigned } from './signature.ts';

const TIMEOUT_MS = 5000;

/** PostgreSQL text cannot contain NUL. */
const storableText = z.string().check(z.maxLength(100), z.regex(/^[^\0]*$/));
const nonEmptyText = storableText.check(z.minLength(1));

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
});
const Event = z.object({
  event: nonEmptyText,
  kind: storableText,
  ref: storableText,
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
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
    async create({ id, hasBankStep, returnTo, ...order }) {
      const body = { ...order, reference: id, bank_step: hasBankStep, return_to: returnTo };
      return parseAnswer(Created, (await callSandbox(address, '/payments', body)).answer);
    },
    async read(ref) {
      const { status, answer } = await callSandbox(address, `/payments/${encodeURIComponent(ref)}`);
      if (status === 404) return null;
      const state = parseAnswer(PaymentState, answer);
      const { kind, amount } = latestReport(state);
      return reportOf({ ...state, amount }, `read:${state.ref}:${kind}:${amount}`, kind, JSON.stringify(state));
    },
    verify(headers, bytes, tenant, now) {
      if (!isSigned(address.secret, tenant, bytes, now, (name) => headers.header(name))) return null;
      const body = new TextDecoder().decode(bytes);
      const event = parseAnswer(Event, asJson(body));
      return reportOf(event, event.event, event.kind, body);
    },
  };
}

/** The most significant report of a payment's state; any report about moved money implies that it was paid. */
function latestReport({
  status,
  amount,
  refunded,
  charged_back,
  reversed,
}: z.infer<typeof PaymentState>): PaymentReport {
  if (charged_back > reversed) return { kind: 'chargeback', amount: charged_back };
  if (status === 'refunded' || status === 'partly_refunded') return { kind: 'refunded', amount: refunded };
  return { kind: status, amount };
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
    return { status: response.status, answer: response.ok ? await response.json() : null };
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
  about: Pick<Report, 'ref' | 'amount' | 'currency'> & { readonly reference: string },
  eventId: string,
  kind: string,
  body: string,
): Report {
  const { ref, reference, amount, currency } = about;
  const knownKind = reportKinds.find((each) => each === kind);
  return { eventId, payment: reference, ref, kind: knownKind ?? 'unknown', amount, currency, body };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
