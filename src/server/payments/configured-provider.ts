// The payment providers that the settings name.
import { readServerSecret } from '../auth/server-secret.ts';
import type { Services } from '../services.ts';
import { mollieProvider } from './mollie.ts';
import { noProvider, type Provider } from './provider.ts';
import type { Providers } from './providers.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

type Parts = Pick<Services, 'config' | 'database' | 'now'>;

/** One sells; another that has a key as well only deals with what it has taken. */
export function configuredProviders({ config, database, now }: Parts): Providers {
  const { mollie, stripe, sandbox, paymentProvider } = config;
  const webhookSecret = (tenant: number): Promise<Uint8Array> =>
    database.inTenant(tenant, (db) => readServerSecret(db, 'webhook'));
  const all: readonly Provider[] = [
    ...(mollie ? [mollieProvider(mollie, { now, webhookSecret })] : []),
    ...(stripe ? [stripeProvider(stripe, now)] : []),
    ...(sandbox ? [sandboxProvider(sandbox)] : []),
  ];
  const provider = all.find(({ name }) => name === paymentProvider) ?? all[0] ?? noProvider;
  return { provider, otherProviders: all.filter((each) => each !== provider) };
}
