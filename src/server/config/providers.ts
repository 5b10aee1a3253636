// The settings of payment providers: which accounts there are, and which one sells.
import { listOf, withoutSlash } from './addresses.ts';
import type { providers } from './expected.ts';

export interface SandboxConfig {
  readonly url: string;
  /** Port of a sandbox started with this server; null for one running elsewhere. */
  readonly port: number | null;
  readonly secret: string;
}

export interface MollieConfig {
  readonly key: string;
  /** Where its API is, for tests; null for Mollie itself. */
  readonly url: string | null;
}

export interface StripeConfig extends MollieConfig {
  readonly webhookSecrets: readonly string[];
}

interface Variables {
  readonly NODE_ENV: string;
  readonly PORT: number;
  readonly SANDBOX_URL: string;
  readonly SANDBOX_PORT?: number | undefined;
  readonly SANDBOX_SECRET: string;
  readonly MOLLIE_API_KEY?: string | undefined;
  readonly MOLLIE_URL: string;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET: string;
  readonly STRIPE_URL: string;
  readonly PAYMENT_PROVIDER?: (typeof providers)[number] | undefined;
}

/** The setting with the key of each. */
export const KEYS = { mollie: 'MOLLIE_API_KEY', stripe: 'STRIPE_SECRET_KEY' } as const;
/** Offset of the sandbox's port from the server's, so that two servers on one machine do not collide. */
const SANDBOX_PORT_OFFSET = 500;

/** What does not fit together, as a sentence; null when all does. */
export function providerFault(data: Variables): string | null {
  const { PAYMENT_PROVIDER: seller } = data;
  const names = ([KEYS.mollie, KEYS.stripe, 'SANDBOX_URL'] as const).filter((name) => data[name]);
  if (names.length > 1 && data.SANDBOX_URL)
    return `${names[0]} and SANDBOX_URL name two payment providers: leave one out.`;
  if (names.length > 1 && !seller)
    return `${names.join(' and ')} name two payment providers: set PAYMENT_PROVIDER to the one that sells, or leave one out.`;
  if (seller && !data[KEYS[seller]])
    return `PAYMENT_PROVIDER is ${seller}, which needs ${KEYS[seller]}: set it, or leave PAYMENT_PROVIDER out.`;
  return (data.STRIPE_SECRET_KEY === undefined) === (data.STRIPE_WEBHOOK_SECRET === '')
    ? null
    : 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or leave both out.';
}

/** With an account there is no sandbox. */
export function providersOf(data: Variables) {
  const { MOLLIE_API_KEY: mollieKey, STRIPE_SECRET_KEY: stripeKey } = data;
  const webhookSecrets = listOf(data.STRIPE_WEBHOOK_SECRET);
  return {
    sandbox: (mollieKey ?? stripeKey) === undefined ? sandboxOf(data) : null,
    mollie: mollieKey === undefined ? null : { key: mollieKey, url: withoutSlash(data.MOLLIE_URL) },
    stripe: stripeKey === undefined ? null : { key: stripeKey, url: withoutSlash(data.STRIPE_URL), webhookSecrets },
    paymentProvider: data.PAYMENT_PROVIDER ?? null,
  };
}

/** Without SANDBOX_URL, only development has a sandbox, and only when the server's port is known in advance. */
function sandboxOf(data: Variables): SandboxConfig | null {
  const secret = data.SANDBOX_SECRET;
  if (data.SANDBOX_URL) return { url: data.SANDBOX_URL.replace(/\/$/, ''), port: data.SANDBOX_PORT ?? null, secret };
  const { NODE_ENV: mode, PORT: serverPort } = data;
  const offset = serverPort + SANDBOX_PORT_OFFSET > 65_535 ? -SANDBOX_PORT_OFFSET : SANDBOX_PORT_OFFSET;
  const port = data.SANDBOX_PORT ?? (serverPort === 0 ? 0 : serverPort + offset);
  return mode === 'development' && port > 0 ? { url: `http://localhost:${port}`, port, secret } : null;
}
