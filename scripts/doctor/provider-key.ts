// Whether a payment provider accepts a key, asked in a way that changes nothing.
import { bad, type Finding, good, TIMEOUT_MS, warning } from './finding.ts';

interface Asked {
  readonly key: string;
  readonly kind: 'live' | 'test';
  /** What is asked with the key. */
  readonly asks: string;
  readonly headers?: object;
}

/** Null where nothing answers. */
export const askProvider = (address: string, key: string, headers: object = {}): Promise<Response | null> =>
  fetch(address, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);

export async function keyFinding(
  provider: string,
  setting: string,
  { key, kind, asks, headers }: Asked,
): Promise<Finding> {
  const answer = await askProvider(asks, key, headers);
  if (!answer) return bad('payments', `${provider} does not answer; check the network of this machine.`);
  if (!answer.ok)
    return bad('payments', `${provider} refuses the ${kind} key with ${answer.status}; check ${setting}.`);
  return kind === 'live'
    ? good('payments', `${provider} accepts the live key`)
    : warning('payments', `${provider} accepts the test key, which moves no money`);
}
