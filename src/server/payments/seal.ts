// Encrypts IBANs at rest, and hashes what is only compared, under keys derived from one secret of the configuration.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../config/index.ts';

type Secret = Pick<Config, 'ibanKey'>;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = ({ ibanKey }: Secret, use: string): Buffer => createHmac('sha256', ibanKey).update(use).digest();

/** AES-256-GCM: nonce, tag, text. `place` is bound to it, so that it opens nowhere else. */
export function seal(secret: Secret, place: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(secret, 'seal'), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws unless it was sealed with this secret for this place. */
export function unseal(secret: Secret, place: string, sealed: Uint8Array): string {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(ALGORITHM, keyFor(secret, 'seal'), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** A keyed hash: short values such as codes and IBANs cannot be tried out without the secret. */
export const fingerprint = (secret: Secret, use: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, use)).update(text).digest();
