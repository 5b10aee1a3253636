// Says whether this process can serve: the database must answer within 1.5 s. It is asked once a second at most, however many want to know.
import { sql } from 'kysely';
import type { Clock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';

const PATIENCE_MS = 1500;
const REMEMBERED_MS = 1000;

export function readiness(database: OpenDatabase, now: Clock): () => Promise<boolean> {
  let askedAt = -Infinity;
  let isUnderWay = false;
  let answer = Promise.resolve(false);
  return () => {
    const at = now().getTime();
    if (isUnderWay || Math.abs(at - askedAt) < REMEMBERED_MS) return answer;
    askedAt = at;
    isUnderWay = true;
    return (answer = isReady(database).finally(() => (isUnderWay = false)));
  };
}

async function isReady(database: OpenDatabase): Promise<boolean> {
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
