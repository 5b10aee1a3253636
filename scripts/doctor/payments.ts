// What the doctor finds at the payment providers.
import type { Config } from '#server/config/index';
import type { Site } from '#site/load';
import { bad, type Finding, TIMEOUT_MS, warning } from './finding.ts';
import { keyFinding } from './provider-key.ts';
import { stripeFindings } from './stripe.ts';

type Providers = Pick<Config, 'sandbox' | 'mollie' | 'stripe'>;

/** Each account is asked, also one that sells no more. */
export async function paymentFindings(
  { sandbox, mollie, stripe }: Providers,
  sites: readonly Site[],
): Promise<Finding[]> {
  const found = [
    ...(mollie ? [await mollieFinding(mollie)] : []),
    ...(stripe ? await stripeFindings(stripe, sites) : []),
    ...(sandbox ? [await sandboxFinding(sandbox)] : []),
  ];
  return found.length > 0 ? found : [warning('payments', 'no provider: pages say that credits cannot be bought yet.')];
}

function mollieFinding({ key, url }: NonNullable<Config['mollie']>): Promise<Finding> {
  const kind = key.startsWith('live_') ? 'live' : 'test';
  return keyFinding('Mollie', 'MOLLIE_API_KEY', { key, kind, asks: `${url ?? 'https://api.mollie.com'}/v2/methods` });
}

async function sandboxFinding({ url }: NonNullable<Config['sandbox']>): Promise<Finding> {
  const answer = await fetch(`${url}/pay/none`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer
    ? warning('payments', `the sandbox ${url} answers, which moves no money`)
    : bad('payments', `the sandbox ${url} does not answer; start it, or check SANDBOX_URL.`);
}
