// The key pair by which push services know this server (VAPID): derived from a secret in the database, so that all processes have the same.
import { createECDH, createHmac } from 'node:crypto';
import type { OpenDatabase } from '../db/index.ts';
import { readServerSecret } from '../auth/server-secret.ts';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Reads the keys when they are first needed; a failed read is tried again the next time. */
export function openPushKeys(database: OpenDatabase): () => Promise<PushKeys> {
  let keys: Promise<PushKeys> | null = null;
  return () => {
    keys ??= readPushKeys(database).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
}

const readPushKeys = async ({ kysely }: OpenDatabase): Promise<PushKeys> =>
  pushKeysFrom(await readServerSecret(kysely, 'push'));

/** `getPrivateKey` would leave out leading zeros, and push services take only keys of 32 bytes. */
export function pushKeysFrom(secret: Buffer): PushKeys {
  const privateKey = createHmac('sha256', secret).update('vapid').digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
