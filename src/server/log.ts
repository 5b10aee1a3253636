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
  'signal',
]);

export function openLog(level: string, destination?: DestinationStream): Logger {
  const formatters = {
    log: (fields: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED.has(name))),
  };
  const options = { level, base: null, formatters };
  return destination ? pino(options, destination) : pino(options);
}
