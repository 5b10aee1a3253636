// What the doctor finds at the payment provider.
import type { Config } from '#server/config/index';
import { bad, type Finding, good, TIMEOUT_MS, warning } from './finding.ts';

export async function paymentFinding({ sandbox, mollie }: Pick<Config, 'sandbox' | 'mollie'>): Promise<Finding> {
  if (mollie) return mollieFinding(mollie);
  if (!sandbox) return warning('payments', 'no provider: pages say that credits cannot be bought yet.');
  const answer = await fetch(`${sandbox.url}/pay/none`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer
    ? warning('payments', `the sandbox ${sandbox.url} answers, which moves no money`)
    : bad('payments', `the sandbox ${sandbox.url} does not answer; start it, or check SANDBOX_URL.`);
}

/** Asks with the key, which changes nothing. */
async function mollieFinding({ key, url }: NonNullable<Config['mollie']>): Promise<Finding> {
  const kind = key.startsWith('live_') ? 'live' : 'test';
  const answer = await fetch(`${url ?? 'https://api.mollie.com'}/v2/methods`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) return bad('payments', 'Mollie does not answer; check the network of this machine.');
  if (!answer.ok) return bad('payments', `Mollie refuses the ${kind} key with ${answer.status}; check MOLLIE_API_KEY.`);
  return kind === 'live'
    ? good('payments', 'Mollie accepts the live key')
    : warning('payments', 'Mollie accepts the test key, which moves no money');
}
