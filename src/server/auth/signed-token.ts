// Tokens of mailed links that say what they are for and are signed by the server, so that nothing is stored for them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/index.ts';
import { readServerSecret } from './server-secret.ts';

type Purpose = 'unsubscribe' | 'appeal';

/** A UUID and a number below 2^48. */
export interface Signed {
  readonly id: string;
  readonly number: number;
}

const ID_BYTES = 16;
const SIGNATURE_BYTES = 32;
/** A number takes one byte, two from 256 on, or six from 65,536 on. */
const TOKEN = /^[\w-]{66,72}$/;

export async function signToken(db: Db, tenant: number, purpose: Purpose, { id, number }: Signed): Promise<string> {
  const head = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), bytesOf(number)]);
  return Buffer.concat([head, await signatureOf(db, tenant, purpose, head)]).toString('base64url');
}

/** Null for a token that this server did not sign for this tenant and purpose. */
export async function readToken(db: Db, tenant: number, purpose: Purpose, token: string): Promise<Signed | null> {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const head = bytes.subarray(0, -SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(-SIGNATURE_BYTES), await signatureOf(db, tenant, purpose, head))) return null;
  return { id: idOf(head), number: head.readUIntBE(ID_BYTES, head.length - ID_BYTES) };
}

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(number > 65_535 ? 6 : number > 255 ? 2 : 1);
  bytes.writeUIntBE(number, 0, bytes.length);
  return bytes;
}

async function signatureOf(db: Db, tenant: number, purpose: Purpose, head: Uint8Array): Promise<Buffer> {
  const secret = await readServerSecret(db, purpose);
  return createHmac('sha256', secret).update(`${purpose} ${tenant} `).update(head).digest();
}
