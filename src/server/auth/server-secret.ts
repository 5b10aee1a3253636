// Secrets of the installation, which every process reads from the database.
import type { Db } from '../db/index.ts';

export async function readServerSecret(
  db: Db,
  name: 'unverified_mail' | 'search_cursor' | 'unsubscribe' | 'push' | 'appeal' | 'webhook' | 'known_browser',
): Promise<Buffer> {
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(secret);
}
