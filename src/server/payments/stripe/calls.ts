// Calls of Stripe's API: forms there, JSON back, and all calls of one piece of work within one time limit.
import * as z from 'zod/mini';
import { ProviderUnavailable } from '../provider.ts';

export interface StripeAccount {
  /** Begins with `sk_` or `rk_` and then `test_` or `live_`. */
  readonly key: string;
  /** Where its API is, for tests; null for Stripe itself. */
  readonly url: string | null;
  /** The secrets of its webhooks, of which each brand's address has one. */
  readonly webhookSecrets: readonly string[];
}

const TIMEOUT_MS = 5000;
/** The release of the API whose answers are read here. */
export const VERSION = '2026-10-28.endive';

type Param = string | number | boolean | readonly Param[] | { readonly [name: string]: Param | undefined };
type Params = Readonly<Record<string, Param | undefined>>;
interface Sent {
  readonly params?: Params;
  /** Makes a repeat harmless for a day. */
  readonly key?: string;
}

/** Makes one call; throws StripeRefusal for an answer that refuses. */
export type Call = (verb: 'GET' | 'POST' | 'DELETE', path: string, sent?: Sent) => Promise<unknown>;

const RefusalBody = z.object({
  error: z.object({
    type: z.optional(z.string()),
    code: z.optional(z.string()),
    param: z.optional(z.string()),
    payment_intent: z.optional(z.object({ id: z.string() })),
  }),
});

/** Codes with which Stripe says that it is too early, at any status. */
const UNDER_WAY: ReadonlySet<string> = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

/** Its own message may quote what was sent, so only status and parameter are kept. */
export class StripeRefusal extends ProviderUnavailable {
  readonly status: number;
  /** Whether Stripe has understood and does not do it, and no other request is still at work on it. */
  readonly isFinal: boolean;
  /** The payment that was declined. */
  readonly intent: string | null;

  constructor(status: number, answer: unknown) {
    const { data } = z.safeParse(RefusalBody, answer);
    const about = data?.error.param === undefined ? '' : ` about ${data.error.param}`;
    super(status === 401 ? 'Stripe refuses STRIPE_SECRET_KEY.' : `Stripe answered ${status}${about}.`);
    this.status = status;
    const { type, code = '' } = data?.error ?? {};
    this.isFinal = [400, 404].includes(status) && type === 'invalid_request_error' && !UNDER_WAY.has(code);
    this.intent = data?.error.payment_intent?.id ?? null;
  }
}

/** Work of one or more calls within `limitMs`; none is sent later. */
export async function withStripe<T>(
  account: StripeAccount,
  work: (call: Call) => Promise<T>,
  limitMs = TIMEOUT_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  return work(async (verb, path, sent) => {
    const request = () => fetch(addressOf(account, verb, path, sent), { ...requestOf(account, verb, sent), signal });
    try {
      // Once more, since a pooled connection may be closed at the other end. A repeat changes nothing.
      const response = await request().catch(request);
      const answer: unknown = await response.json();
      if (!response.ok) throw new StripeRefusal(response.status, answer);
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      throw new ProviderUnavailable('Stripe does not answer.', { cause: error });
    }
  });
}

const addressOf = ({ url }: StripeAccount, verb: string, path: string, { params }: Sent = {}): string =>
  `${url ?? 'https://api.stripe.com'}/v1/${path}${verb === 'GET' && params ? `?${formOf(params).toString()}` : ''}`;

function requestOf({ key }: StripeAccount, method: string, { params, key: once }: Sent = {}): RequestInit {
  return {
    ...{ method, redirect: 'error' },
    headers: {
      ...{ authorization: `Bearer ${key}`, 'stripe-version': VERSION },
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(method === 'GET' || !params ? {} : { body: formOf(params) }),
  };
}

/** `{ a: { b: [1] } }` as `a[b][0]=1`. */
function formOf(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: Param | undefined): void => {
    if (value === undefined) return;
    if (typeof value !== 'object') return form.append(name, String(value));
    for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner as Param | undefined);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}

/** Reads an answer. */
export function parsed<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { success, data } = z.safeParse(schema, answer);
  if (!success) throw new ProviderUnavailable('Stripe returned invalid data.');
  return data;
}

/** Takes these refusals for no answer. */
export const unless =
  (...statuses: readonly number[]) =>
  (error: unknown): null => {
    if (error instanceof StripeRefusal && statuses.includes(error.status)) return null;
    throw error;
  };
