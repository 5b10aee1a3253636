// Cursors to the next page of a search. Encrypted, since they hold when exactly a member was active or joined, which no one may see or choose.
// They hold how many were found as well, since counting takes longer than a page.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readServerSecret } from '../../auth/server-secret.ts';
import type { SearchOrder } from '#contract/members';
import type { Db } from '../../db/index.ts';
import type { Cursor, Found } from './search.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = async (db: Db): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await readServerSecret(db, 'search_cursor'), '', 'search cursor', 32));

export async function writeCursor(db: Db, order: SearchOrder, { at, id }: Cursor, found: Found): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await keyOf(db), iv);
  const count = `${found.numResults}${found.at_least ? '+' : ''}`;
  const plain = `${order} ${at.getTime()} ${id.replaceAll('-', '')} ${count}`;
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** `found` is null in a cursor of an earlier version. */
interface Opened {
  readonly cursor: Cursor;
  readonly found: Found | null;
}

/** Null for a text that the server did not write, or wrote for another order. */
export async function readCursor(db: Db, order: SearchOrder, text: string): Promise<Opened | null> {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, await keyOf(db), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    const [written, at = '', id = '', count] = opened.split(' ');
    if (written !== order) return null;
    const found =
      count === undefined ? null : { numResults: Number.parseInt(count, 10), at_least: count.endsWith('+') };
    return { cursor: { at: new Date(Number(at)), id }, found };
  } catch {
    return null;
  }
}
