// Checks who sent a webhook: Stripe signs time and body with the secret of the address it sends to.
import { createHmac } from 'node:crypto';
import { isSame } from '../signature.ts';

const TOLERANCE_SECONDS = 300;
export const SIGNATURE = 'stripe-signature';

/** The header of a webhook, for tests. */
export const signedHeader = (secret: string, seconds: number, body: Uint8Array): string =>
  `t=${seconds},v1=${signatureOf(secret, String(seconds), body)}`;

const signatureOf = (secret: string, seconds: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** Whether it was signed with one of the secrets, at most five minutes from now. While a secret is replaced there are two signatures. */
export function isSignedByStripe(
  secrets: readonly string[],
  header: string | undefined,
  body: Uint8Array,
  now: Date,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const valueOf = (wanted: string): string[] =>
    parts.flatMap(([name, value]) => (name === wanted && value ? [value] : []));
  const [seconds = ''] = valueOf('t');
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  const signatures = valueOf('v1').slice(0, 5);
  return secrets.some((secret) => {
    const right = signatureOf(secret, seconds, body);
    return signatures.some((each) => isSame(each, right));
  });
}
