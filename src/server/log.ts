// The one log: JSON lines of allowed fields only, so that nothing a member typed can reach it.
import { pino, type DestinationStream, type Logger } from 'pino';

/** Everything a line may carry; whatever else is handed in is dropped. */
const ALLOWED = new Set([
  'request',
  'method',
  'route',
  'status',
  'ms',
  'tenant',
  'error',
  'directive',
  'blocked',
  'port',
  'host',
  'niche',
  'jobs',
  'messages',
  'signal',
  'payment',
  'problem',
  'provider',
]);

/** Lines wait for company until there are this many bytes of them, or this many milliseconds have passed. */
const BUFFER = { bytes: 4096, ms: 100 } as const;

export function openLog(level: string, destination: DestinationStream = batchedOutput()): Logger {
  const log = (fields: Record<string, unknown>): Record<string, unknown> => {
    const allowed: Record<string, unknown> = {};
    for (const name in fields) if (ALLOWED.has(name)) allowed[name] = fields[name];
    return allowed;
  };
  return pino({ level, base: null, formatters: { log } }, destination);
}

/** Standard output, written in batches: a write for each line would cost a fast call a fifth of its time. */
function batchedOutput(): DestinationStream {
  const output = pino.destination({ sync: true, minLength: BUFFER.bytes });
  setInterval(() => output.flush(), BUFFER.ms).unref();
  process.on('exit', () => output.flushSync());
  return output;
}
