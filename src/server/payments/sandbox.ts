// Talks to the payment sandbox, a program of ours beside the server that behaves like a provider but moves no money.
import * as z from 'zod/mini';
import { paymentStatuses } from '#contract/credits';
import { type PaymentReport, reportKinds } from '#domain/payments';
import { type Provider, ProviderUnavailable, type Report } from './provider.ts';
import { apiToken, isSigned } from './signature.ts';

const PATIENCE_MS = 5000;

/** What the database can keep: it takes no NUL. */
const kept = z.string().check(z.maxLength(100), z.regex(/^[^\0]*$/));
const name = kept.check(z.minLength(1));

const Created = z.object({ ref: name, redirect: z.url({ protocol: /^https?$/ }) });
const Known = z.object({
  ref: name,
  reference: z.string(),
  status: z.enum(paymentStatuses),
  amount: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  reversed: z.int(),
  currency: z.string(),
});
const Event = z.object({
  event: name,
  kind: kept,
  ref: kept,
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
});

export interface SandboxAddress {
  /** Where the sandbox listens. */
  readonly url: string;
  /** What it shares with the server. */
  readonly secret: string;
}

export function sandboxProvider(address: SandboxAddress): Provider {
  return {
    name: 'sandbox',
    async create({ id, hasBankStep, returnTo, ...order }) {
      const body = { ...order, reference: id, bank_step: hasBankStep, return_to: returnTo };
      return understood(Created, (await ask(address, '/payments', body)).answer);
    },
    async read(ref) {
      const { status, answer } = await ask(address, `/payments/${encodeURIComponent(ref)}`);
      if (status === 404) return null;
      const known = understood(Known, answer);
      const { kind, amount } = newestOf(known);
      return reportOf({ ...known, amount }, `read:${known.ref}:${kind}:${amount}`, kind, JSON.stringify(known));
    },
    verify(headers, bytes, tenant, now) {
      if (!isSigned(address.secret, tenant, bytes, now, (name) => headers.header(name))) return null;
      const body = new TextDecoder().decode(bytes);
      const event = understood(Event, asJson(body));
      return reportOf(event, event.event, event.kind, body);
    },
  };
}

/** The one report that says most of a payment; that it was paid follows from every other one about its money. */
function newestOf({ status, amount, refunded, charged_back, reversed }: z.infer<typeof Known>): PaymentReport {
  if (charged_back > reversed) return { kind: 'chargeback', amount: charged_back };
  if (status === 'refunded' || status === 'partly_refunded') return { kind: 'refunded', amount: refunded };
  return { kind: status, amount };
}

async function ask(
  { url, secret }: SandboxAddress,
  path: string,
  body?: object,
): Promise<{ status: number; answer: unknown }> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const send = (): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiToken(secret)}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal,
    });
  try {
    // Once more, since a connection kept from before a restart of the sandbox is dead; asking twice is safe.
    const response = await send().catch(send);
    return { status: response.status, answer: response.ok ? await response.json() : null };
  } catch (error) {
    throw new ProviderUnavailable('The sandbox does not answer.', { cause: error });
  }
}

function understood<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { success, data } = z.safeParse(schema, answer);
  if (!success) throw new ProviderUnavailable('The sandbox says what nobody understands.');
  return data;
}

function reportOf(
  about: Pick<Report, 'ref' | 'amount' | 'currency'> & { readonly reference: string },
  eventId: string,
  kind: string,
  body: string,
): Report {
  const { ref, reference, amount, currency } = about;
  const known = reportKinds.find((each) => each === kind);
  return { eventId, payment: reference, ref, kind: known ?? 'unknown', amount, currency, body };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
