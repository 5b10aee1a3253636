// Signs the sandbox's webhooks: HMAC-SHA256 over time and body, with one key per tenant.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE = { time: 'x-sandbox-time', signature: 'x-sandbox-signature', toleranceSeconds: 300 } as const;

const hmac = (key: string | Uint8Array, text: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** The server's bearer token for the sandbox's API. */
export const apiToken = (secret: string): string => hmac(secret, 'api').toString('base64url');

function signatureOf(secret: string, tenant: number, seconds: string, body: Uint8Array): Buffer {
  const key = hmac(secret, `webhook ${tenant}`);
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}

/** The two headers of a webhook. */
export function sign(secret: string, tenant: number, body: Uint8Array, now: Date): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return {
    [SIGNATURE.time]: seconds,
    [SIGNATURE.signature]: signatureOf(secret, tenant, seconds, body).toString('hex'),
  };
}

/** Whether the headers are a valid signature for this tenant and body, at most five minutes from now. */
export function isSigned(
  secret: string,
  tenant: number,
  body: Uint8Array,
  now: Date,
  header: (name: string) => string | undefined,
): boolean {
  const seconds = header(SIGNATURE.time) ?? '';
  const signature = header(SIGNATURE.signature) ?? '';
  if (!/^\d{1,12}$/.test(seconds) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const isCorrect = timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(secret, tenant, seconds, body));
  return isCorrect && Math.abs(now.getTime() / 1000 - Number(seconds)) <= SIGNATURE.toleranceSeconds;
}

/** Compares two secrets in constant time. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hmac('compare', one), hmac('compare', other));
