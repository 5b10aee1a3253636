// One-time codes of staff (RFC 6238): making a secret, and finding the time step whose code was typed.
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Matchloom' } as const;
/** Steps of 30 seconds by which a clock may be off. */
const WINDOW = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ ...SETTINGS, label, secret: Secret.fromBase32(secret) });

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The step whose code this is, or null. A step at or before `lastStep` was used already. */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code.replace(' ', ''), timestamp, window: WINDOW });
  if (delta === null) return null;
  const step = totp.counter({ timestamp }) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}
