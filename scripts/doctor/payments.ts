// What the doctor finds at the payment provider.
import type { Config } from '#server/config/index';
import { bad, type Finding, good, TIMEOUT_MS, warning } from './finding.ts';

type Providers = Pick<Config, 'sandbox' | 'mollie' | 'stripe'>;

export async function paymentFinding({ sandbox, mollie, stripe }: Providers): Promise<Finding> {
  if (mollie) {
    const { key, url } = mollie;
    const kind = key.startsWith('live_') ? 'live' : 'test';
    return keyFinding('Mollie', 'MOLLIE_API_KEY', { key, kind, asks: `${url ?? 'https://api.mollie.com'}/v2/methods` });
  }
  if (stripe) {
    const { key, url } = stripe;
    const kind = key.includes('_live_') ? 'live' : 'test';
    const asks = `${url ?? 'https://api.stripe.com'}/v1/checkout/sessions?limit=1`;
    return keyFinding('Stripe', 'STRIPE_SECRET_KEY', { key, kind, asks });
  }
  if (!sandbox) return warning('payments', 'no provider: pages say that credits cannot be bought yet.');
  const answer = await fetch(`${sandbox.url}/pay/none`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer
    ? warning('payments', `the sandbox ${sandbox.url} answers, which moves no money`)
    : bad('payments', `the sandbox ${sandbox.url} does not answer; start it, or check SANDBOX_URL.`);
}

interface Asked {
  readonly key: string;
  readonly kind: 'live' | 'test';
  /** What is asked with the key, which changes nothing. */
  readonly asks: string;
}

async function keyFinding(provider: string, setting: string, { key, kind, asks }: Asked): Promise<Finding> {
  const answer = await fetch(asks, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) return bad('payments', `${provider} does not answer; check the network of this machine.`);
  if (!answer.ok)
    return bad('payments', `${provider} refuses the ${kind} key with ${answer.status}; check ${setting}.`);
  return kind === 'live'
    ? good('payments', `${provider} accepts the live key`)
    : warning('payments', `${provider} accepts the test key, which moves no money`);
}
