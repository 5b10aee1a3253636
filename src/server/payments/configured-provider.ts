// The payment provider that the settings name.
import { readServerSecret } from '../auth/server-secret.ts';
import type { Services } from '../services.ts';
import { mollieProvider } from './mollie.ts';
import { noProvider, type Provider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

type Parts = Pick<Services, 'config' | 'database' | 'now'>;

export function configuredProvider({ config: { mollie, stripe, sandbox }, database, now }: Parts): Provider {
  const webhookSecret = (tenant: number): Promise<Uint8Array> =>
    database.inTenant(tenant, (db) => readServerSecret(db, 'webhook'));
  if (mollie) return mollieProvider(mollie, { now, webhookSecret });
  if (stripe) return stripeProvider(stripe, now);
  return sandbox ? sandboxProvider(sandbox) : noProvider;
}
