// The log: JSON lines of allowed fields only, so that no user input reaches it.
import { pino, type DestinationStream, type Logger } from 'pino';

/** All allowed fields; any other field is dropped. README.md says which line has which. */
export const LOG_FIELDS: ReadonlySet<string> = new Set([
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
  'messages',
  'payment',
  'problem',
  'gaps',
  'accounts',
  'provider',
]);

/** Lines are buffered up to this many bytes or milliseconds. */
const BUFFER = { bytes: 4096, ms: 100 } as const;

export function openLog(level: string, destination: DestinationStream = batchedOutput()): Logger {
  const log = (fields: Record<string, unknown>): Record<string, unknown> => {
    const allowed: Record<string, unknown> = {};
    for (const name in fields) if (LOG_FIELDS.has(name)) allowed[name] = fields[name];
    return allowed;
  };
  return pino({ level, base: null, formatters: { log } }, destination);
}

/** Standard output, buffered: one write per line would cost a fast call a fifth of its time. */
function batchedOutput(): DestinationStream {
  const output = pino.destination({ sync: true, minLength: BUFFER.bytes });
  setInterval(() => output.flush(), BUFFER.ms).unref();
  process.on('exit', () => output.flushSync());
  return output;
}
