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

async function readPushKeys({ kysely }: OpenDatabase): Promise<PushKeys> {
  const secret = await readServerSecret(kysely, 'push');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(createHmac('sha256', secret).update('vapid').digest());
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey('base64url') };
}
