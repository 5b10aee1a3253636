// Readiness: the database must answer within 1.5 s.
import { stopwatch } from '../context.ts';
import type { OpenDatabase } from '../db/index.ts';

const TIMEOUT_MS = 1500;
/** Milliseconds a result is cached, so that frequent probes do not load the database. */
const CACHED_MS = 1000;

/** Uses a separate connection: a process is ready even when its calls queue for connections. */
export function readiness(database: Pick<OpenDatabase, 'ping'>, elapsed = stopwatch): () => Promise<boolean> {
  let cached: { readonly answer: Promise<boolean>; answeredAt: number } | null = null;
  return () => {
    if (cached && elapsed() - cached.answeredAt < CACHED_MS) return cached.answer;
    const check = { answer: isAnswering(database), answeredAt: Infinity };
    void check.answer.then(() => (check.answeredAt = elapsed()));
    cached = check;
    return check.answer;
  };
}

async function isAnswering(database: Pick<OpenDatabase, 'ping'>): Promise<boolean> {
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), TIMEOUT_MS);
  const check = database.ping().then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([check, timeout.promise]);
  clearTimeout(timer);
  return isUp;
}
