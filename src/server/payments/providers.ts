// Which provider a payment is dealt with at: the one that has taken it, also when another one sells by now.
import type { Services } from '../services.ts';
import { type Provider, ProviderUnavailable } from './provider.ts';

export type Providers = Pick<Services, 'provider' | 'otherProviders'>;

/** The one that sells first. */
export const allProviders = ({ provider, otherProviders }: Providers): readonly Provider[] => [
  provider,
  ...otherProviders,
];

/** Throws ProviderUnavailable where no key of it is set any more. */
export function providerOf(providers: Providers, name: string): Provider {
  const found = allProviders(providers).find((each) => each.name === name);
  if (!found) throw new ProviderUnavailable(`There is no key of the payment provider ${name}.`);
  return found;
}
