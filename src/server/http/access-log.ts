// The one line every call leaves in the log.
import type { Logger } from 'pino';
import { stopwatch } from '../context.ts';
import type { RequestInfo } from './request-info.ts';

/** `started` is what the stopwatch said when the call came. */
export function logCall(log: Logger, request: RequestInfo, route: string, started: number, response: Response): void {
  const line = {
    request: request.requestId,
    method: request.c.req.method,
    route,
    status: response.status,
    ms: Math.round((stopwatch() - started) * 10) / 10,
    tenant: request.site.id,
  };
  if (response.status >= 500) log.error(line, 'call');
  else log.info(line, 'call');
}
