// Secrets of the installation, which every process reads from the database.
import type { Db, OpenDatabase } from '../db/index.ts';

type SecretName =
  | ('unverified_mail' | 'search_cursor' | 'unsubscribe' | 'push' | 'appeal' | 'webhook' | 'known_browser')
  | ('private_photo' | 'selfie');

export async function readServerSecret(db: Db, name: SecretName): Promise<Buffer> {
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(secret);
}

/** Reads a secret when it is first needed, outside of transactions; a failed read is tried again the next time. */
export function secretReader({ kysely }: OpenDatabase, name: SecretName): () => Promise<Buffer> {
  let secret: Promise<Buffer> | null = null;
  return () => {
    secret ??= readServerSecret(kysely, name).catch((error: unknown) => {
      secret = null;
      throw error;
    });
    return secret;
  };
}
