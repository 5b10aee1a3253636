// Says whether this process can serve: the database must answer within 1.5 s.
import { sql } from 'kysely';
import type { OpenDatabase } from './db/index.ts';

const PATIENCE_MS = 1500;

export async function isReady(database: OpenDatabase): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS);
  const asked = sql`select 1`.execute(database.kysely).then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([asked, late.promise]);
  clearTimeout(timer);
  return isUp;
}
