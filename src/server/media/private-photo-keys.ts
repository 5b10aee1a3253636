// Addresses of private photos: signed for the member who gets them, for half a day.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#domain/durations';
import { readServerSecret } from '../auth/server-secret.ts';
import type { Db } from '../db/index.ts';

/** The hours an address is valid, and the rest of the one in which it is made: until then it stays the same. */
const VALID_HOURS = 12;
const SIGNATURE_BYTES = 16;

/** Whose address it is. */
interface Reader {
  readonly tenant: number;
  readonly viewer: string;
  readonly now: Date;
}

export interface PrivatePhotoPaths {
  /** Path below `cdn_prefix`. */
  photo(token: string): string;
  /** Of the small and blurred form, which it alone opens. */
  locked(token: string): string;
}

export async function privatePhotoPaths(db: Db, { tenant, viewer, now }: Reader): Promise<PrivatePhotoPaths> {
  const secret = await readServerSecret(db, 'private_photo');
  const until = Math.floor(now.getTime() / HOUR_MS) + VALID_HOURS + 1;
  const keyFor = (token: string, isLocked: boolean): string =>
    `${until}-${signature(secret, { tenant, viewer, token, until, isLocked }).toString('hex')}`;
  return {
    photo: (token) => `photos/${token}-${keyFor(token, false)}-640.webp`,
    locked: (token) => `photos/${token}-${keyFor(token, true)}-32.webp`,
  };
}

/** Whether `key`, the hour and the signature of an address, opens the photo now. */
export async function opensPrivatePhoto(
  db: Db,
  { tenant, viewer, now }: Reader,
  { token, key, isLocked }: { readonly token: string; readonly key: string; readonly isLocked: boolean },
): Promise<boolean> {
  const [hour = '', signed = ''] = key.split('-');
  const until = Number(hour);
  if (now.getTime() >= until * HOUR_MS) return false;
  const given = Buffer.from(signed, 'hex');
  if (given.length !== SIGNATURE_BYTES) return false;
  const secret = await readServerSecret(db, 'private_photo');
  return timingSafeEqual(given, signature(secret, { tenant, viewer, token, until, isLocked }));
}

interface Signable {
  readonly tenant: number;
  readonly viewer: string;
  readonly token: string;
  readonly until: number;
  readonly isLocked: boolean;
}

const signature = (secret: Uint8Array, { tenant, viewer, token, until, isLocked }: Signable): Buffer =>
  createHmac('sha256', secret)
    .update(`${tenant} ${viewer} ${token} ${until} ${isLocked ? 'locked' : 'photo'}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
